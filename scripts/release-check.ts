import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { helmProgram } from './helm.ts';

/**
 * Does everything that a release does except the uploads. It compares the versions, and packs both npm packages and the
 * chart into .data/release. Then it lets npm check what it would publish.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const output = '.data/release';
const packages = ['client', 'mcp'] as const;

type Manifest = { readonly name: string; readonly version: string; readonly mcpName?: string };
type RegistryEntry = {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly packages: readonly { readonly version: string }[];
};
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
  const file = `${output}/assay-${name}-${readJson<Manifest>(`packages/${name}/package.json`).version}.tgz`;
  // The release workflow also passes --provenance, which works only inside a workflow.
  run('npm', ['publish', '--dry-run', '--ignore-scripts', file]);
  process.stdout.write(`ok  ${file} could be published\n`);
}
const helm = helmProgram();
run(helm, ['lint', chart, '--values', `${chart}/ci/sandbox-values.yaml`]);
run(helm, ['package', chart, '--destination', output]);
process.stdout.write(`ok  ${readdirSync(output).find((name) => /^assay-\d/.test(name))} could be pushed\n`);

/** Returns a problem for each file whose version differs from the version in package.json. */
function checkVersions(): string[] {
  const { version } = readJson<Manifest>('package.json');
  const server = readJson<RegistryEntry>('packages/mcp/server.json');
  const chartFile = readFileSync(`${chart}/Chart.yaml`, 'utf8');
  const found = {
    ...Object.fromEntries(
      packages.map((name) => [
        `packages/${name}/package.json`,
        readJson<Manifest>(`packages/${name}/package.json`).version,
      ]),
    ),
    'packages/mcp/server.json: version': server.version,
    'packages/mcp/server.json: packages': server.packages[0]?.version,
    'packages/mcp/src/version.ts': /'([^']+)'/.exec(readFileSync('packages/mcp/src/version.ts', 'utf8'))?.[1],
    'helm/assay/Chart.yaml: version': /^version: (.+)$/m.exec(chartFile)?.[1],
    'helm/assay/Chart.yaml: appVersion': /^appVersion: (.+)$/m.exec(chartFile)?.[1],
    '.release-please-manifest.json': readJson<Record<string, string>>('.release-please-manifest.json')['.'],
  };
  return Object.entries(found).flatMap(([place, other]) =>
    other === version ? [] : [`${place} has version ${other}, and package.json has ${version}`],
  );
}

/** The MCP registry accepts an entry only if the npm package names the entry. It also limits the description's length. */
function checkRegistryEntry(): string[] {
  const { name, description } = readJson<RegistryEntry>('packages/mcp/server.json');
  const { mcpName } = readJson<Manifest>('packages/mcp/package.json');
  return [
    ...(name === mcpName
      ? []
      : [`packages/mcp/server.json is named ${name}, and "mcpName" in package.json ${mcpName}`]),
    ...(description.length <= 100 ? [] : ['"description" in packages/mcp/server.json has more than 100 characters']),
  ];
}

function readJson<Content>(path: string): Content {
  return JSON.parse(readFileSync(path, 'utf8')) as Content;
}

function run(command: string, args: readonly string[]): void {
  const { status, stdout, stderr, error } = spawnSync(command, [...args], { encoding: 'utf8' });
  if (status !== 0) {
    fail(`${command} ${args.join(' ')} failed: ${error?.message ?? `${stdout}${stderr}`}`);
  }
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
