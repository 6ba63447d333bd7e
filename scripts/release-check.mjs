import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

/**
 * Does everything of a release but the uploads: compares the versions, packs both npm packages and the chart into
 * .data/release, and lets npm check what it would publish. HELM names another helm than the one on the PATH.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const output = '.data/release';
const packages = ['client', 'mcp'];
const chart = 'helm/assay';

process.chdir(root);
const problems = [...checkVersions(), ...checkRegistryEntry()];
if (problems.length > 0) {
  fail(problems.join('\n'));
}
rmSync(output, { recursive: true, force: true });
mkdirSync(output, { recursive: true });
const workspaces = packages.flatMap((name) => ['--workspace', `packages/${name}`]);
run('npm', ['pack', '--ignore-scripts=false', ...workspaces, '--pack-destination', output]);
for (const name of packages) {
  const file = `${output}/assay-${name}-${readJson(`packages/${name}/package.json`).version}.tgz`;
  // The workflow adds --provenance, for which npm needs the identity of a workflow.
  run('npm', ['publish', '--dry-run', '--ignore-scripts', file]);
  process.stdout.write(`ok  ${file} could be published\n`);
}
const helm = process.env.HELM ?? 'helm';
if (spawnSync(helm, ['version']).status === 0) {
  run(helm, ['lint', chart, '--values', `${chart}/ci/sandbox-values.yaml`]);
  run(helm, ['package', chart, '--destination', output]);
  process.stdout.write(`ok  ${readdirSync(output).find((name) => /^assay-\d/.test(name))} could be pushed\n`);
} else {
  process.stdout.write('    the chart was not packed: found no helm. Name one in HELM\n');
}

/** Returns a problem for each file whose version is not that of package.json. */
function checkVersions() {
  const { version } = readJson('package.json');
  const server = readJson('packages/mcp/server.json');
  const { version: chartVersion, appVersion } = parse(readFileSync(`${chart}/Chart.yaml`, 'utf8'));
  const found = {
    ...Object.fromEntries(
      packages.map((name) => [`packages/${name}/package.json`, readJson(`packages/${name}/package.json`).version]),
    ),
    'packages/mcp/server.json: version': server.version,
    'packages/mcp/server.json: packages': server.packages[0].version,
    'packages/mcp/src/version.ts': /'([^']+)'/.exec(readFileSync('packages/mcp/src/version.ts', 'utf8'))?.[1],
    'helm/assay/Chart.yaml: version': chartVersion,
    'helm/assay/Chart.yaml: appVersion': appVersion,
    '.release-please-manifest.json': readJson('.release-please-manifest.json')['.'],
  };
  return Object.entries(found).flatMap(([place, other]) =>
    other === version ? [] : [`${place} has version ${other}, and package.json has ${version}`],
  );
}

/** The MCP registry accepts an entry only if the npm package names it, and limits the description. */
function checkRegistryEntry() {
  const { name, description } = readJson('packages/mcp/server.json');
  const { mcpName } = readJson('packages/mcp/package.json');
  return [
    ...(name === mcpName
      ? []
      : [`packages/mcp/server.json is named ${name}, and "mcpName" in package.json ${mcpName}`]),
    ...(description.length <= 100 ? [] : ['"description" in packages/mcp/server.json has more than 100 characters']),
  ];
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

function run(command, args) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) {
    fail(`${command} ${args.join(' ')} failed: ${error?.message ?? `${stdout}${stderr}`}`);
  }
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
