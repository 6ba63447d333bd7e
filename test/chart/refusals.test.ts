import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { refusalOf, renderChart, root, runHelm, valuesOf } from './support/chart.ts';
import { execFileSync } from 'node:child_process';

const chart = join(root, 'helm', 'assay');
const dashboards = 'files/observability/grafana/dashboards';
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-chart-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(readdirSync(join(chart, 'ci')).map((file) => basename(file, '-values.yaml')))(
  'helm lint has nothing to say about %s',
  (variant) => {
    expect(runHelm('lint', chart, '--strict', '--quiet', '-f', valuesOf(variant)).trim()).toBe('');
  },
);

test.each([
  ['image.tagg=1', /additional properties 'tagg' not allowed|Additional property tagg is not allowed/],
  ['mode=demo', /mode/],
  [
    'nats.cidrs={10.0.0.0/8}',
    /postgresql: the network policies need to know where the database runs: set postgresql\.bundled\.enabled, /,
  ],
  [
    'postgresql.cidrs={10.0.0.0/8}',
    /nats: the network policies need to know where the servers run: set nats\.bundled\.enabled, /,
  ],
  [
    'mode=sandbox,postgresql.bundled.enabled=true,nats.bundled.enabled=true,nats.bundled.replicas=3,tls.source=none',
    /nats\.bundled\.replicas: a cluster of NATS servers needs certificates/,
  ],
  [
    'postgresql.bundled.enabled=true,nats.bundled.enabled=true,tls.source=none,tls.mode=optional',
    /tls\.mode=optional needs certificates: set tls\.source to auto/,
  ],
  ['tls.mode=off', /tls.mode|\/tls\/mode/],
  [
    'postgresql.bundled.enabled=true,nats.bundled.enabled=true,nats.caKey=ca.crt',
    /nats\.caKey and nats\.clientCertificates are for external servers/,
  ],
  [
    'postgresql.bundled.enabled=true,nats.bundled.enabled=true,services.billing.enabled=false',
    /services\.\w+ calls billing, which is not enabled in mode live/,
  ],
  [
    'postgresql.bundled.enabled=true,nats.bundled.enabled=true,ingress.enabled=true,ingress.hosts.api=a.example',
    /ingress\.hosts: there is no service api/,
  ],
  [
    'postgresql.bundled.enabled=true,nats.bundled.enabled=true,tests.doctor=true,services.operator.enabled=false',
    /tests\.doctor: set services\.operator\.enabled/,
  ],
])('helm refuses %s and says why', (values, reason) => {
  expect(refusalOf('--set', values)).toMatch(reason);
});

/** Packages the chart, and returns the names of the files in the package. */
function pack(from: string): readonly string[] {
  runHelm('package', from, '-d', folder);
  const [archive = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  return execFileSync('tar', ['-tzf', join(folder, archive)], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((name) => name.replace(/^assay\//, ''));
}

test('a packaged chart carries the files of deploy/ that its templates read, and renders the same', () => {
  const files = pack(chart).filter((name) => !name.startsWith('templates/'));
  expect(files.toSorted()).toEqual(
    [
      '.helmignore',
      'Chart.yaml',
      'README.md',
      'values.schema.json',
      'values.yaml',
      'files/nats/nats-server.conf',
      'files/postgres/roles.sql',
      'files/observability/prometheus/rules.yaml',
      ...readdirSync(join(chart, dashboards)).map((file) => `${dashboards}/${file}`),
    ].toSorted(),
  );
  const [archive = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  const packaged = runHelm('template', 'assay', join(folder, archive), '-n', 'assay', '-f', valuesOf('production'));
  const direct = runHelm('template', 'assay', chart, '-n', 'assay', '-f', valuesOf('production'));
  expect(packaged).toBe(direct);
});

test('a copy of the chart without the link to deploy/ refuses to install empty files', () => {
  const copy = join(folder, 'copy');
  cpSync(chart, copy, { recursive: true, filter: (source) => basename(source) !== 'files' });
  for (const variant of ['production', 'sandbox']) {
    expect(() => runHelm('template', 'assay', copy, '-f', valuesOf(variant))).toThrow(/the chart lacks files\//);
  }
});

test('a release of another name puts that name before each object, and selects its own pods only', () => {
  const objects = renderChart('-f', valuesOf('minimal'), '--set', 'nameOverride=blue');
  const strangers = objects.filter(({ metadata }) => !metadata.name.startsWith('blue-'));
  expect(strangers.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual([]);
});
