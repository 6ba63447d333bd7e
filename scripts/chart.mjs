import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/**
 * Copies the files that the chart carries from deploy/, writes the chart's README from the comments of values.yaml, renders
 * every variant of helm/assay/ci with helm into test/chart/rendered, and records which inputs were rendered. CI has no
 * helm: it checks that the record belongs to the present chart, and validates the rendered objects.
 */
const chart = 'helm/assay';
const rendered = 'test/chart/rendered';
const helm = process.env.HELM ?? 'helm';
// No cluster is asked. This is the version whose features the chart may use.
const kubeVersion = '1.31.0';

copyFiles();
writeFileSync(join(chart, 'README.md'), readme());
if (process.argv[2] !== '--no-render') {
  render();
}

function copyFiles() {
  rmSync(join(chart, 'files'), { recursive: true, force: true });
  mkdirSync(join(chart, 'files', 'dashboards'), { recursive: true });
  cpSync('deploy/nats/nats-server.conf', join(chart, 'files/nats-server.conf'));
  cpSync('deploy/postgres/roles.sql', join(chart, 'files/roles.sql'));
  cpSync('deploy/observability/prometheus/rules.yaml', join(chart, 'files/rules.yaml'));
  cpSync('deploy/observability/grafana/dashboards', join(chart, 'files/dashboards'), { recursive: true });
}

function render() {
  rmSync(rendered, { recursive: true, force: true });
  mkdirSync(rendered, { recursive: true });
  for (const file of readdirSync(join(chart, 'ci')).toSorted()) {
    const variant = basename(file, '-values.yaml');
    const args = [
      'template',
      'assay',
      chart,
      '-n',
      'assay',
      '--kube-version',
      kubeVersion,
      '-f',
      join(chart, 'ci', file),
    ];
    const run = spawnSync(helm, args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
    if (run.status !== 0) {
      throw new Error(run.error?.message ?? run.stderr);
    }
    writeFileSync(join(rendered, `${variant}.yaml`), run.stdout);
    process.stdout.write(`rendered ${variant}\n`);
  }
  writeFileSync(join(rendered, 'inputs.sha256'), `${digest()}\n`);
}

/** Returns one digest of everything that rendering reads. test/chart computes the same. */
function digest() {
  const hash = createHash('sha256');
  for (const path of readdirSync(chart, { recursive: true }).map(String).toSorted()) {
    const at = join(chart, path);
    if (statSync(at).isFile() && path !== 'README.md') {
      hash.update(`${path}\0`).update(readFileSync(at)).update('\0');
    }
  }
  return hash.digest('hex');
}

/** Returns the README: how to install, and a table of the values with their comments. */
function readme() {
  const intro = readFileSync(join(chart, 'README.template.md'), 'utf8');
  return intro.replace('<!-- values -->', valuesTable(readFileSync(join(chart, 'values.yaml'), 'utf8')));
}

function valuesTable(text) {
  const rows = [];
  const path = [];
  let comment = [];
  for (const line of text.split('\n')) {
    const [, indent = '', note] = /^( *)# ?(.*)$/.exec(line) ?? [];
    if (note !== undefined) {
      comment.push(note.trim());
      continue;
    }
    const match = /^( *)([A-Za-z][\w-]*):(?: (.*))?$/.exec(line);
    if (match === null) {
      comment = [];
      continue;
    }
    const [, spaces, key, value = ''] = match;
    path.length = spaces.length / 2;
    path.push(key);
    if (comment.length > 0 && (path[0] !== 'services' || path.length === 1) && indent !== undefined) {
      rows.push(
        `| \`${path.join('.')}\` | ${value === '' ? '' : `\`${value.replaceAll('|', '\\|')}\``} | ${comment.join(' ').replaceAll('|', '\\|')} |`,
      );
    }
    comment = [];
  }
  return ['| value | default | meaning |', '| --- | --- | --- |', ...rows].join('\n');
}
