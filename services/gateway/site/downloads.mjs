import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { filesIn } from './pack.mjs';

/** The packages that callers install: the folder below packages/ and the name of the file below /downloads. */
const published = [
  { folder: 'client', file: 'assay-client' },
  { folder: 'mcp', file: 'assay-mcp' },
];

/**
 * Returns the packed packages by their path in the site, and an index of them. Each package has a fixed name and a name
 * with its version. The packages are not in a registry yet, so the gateway serves exactly the version that belongs to
 * it.
 */
export function packedPackages(repository) {
  const folder = mkdtempSync(join(tmpdir(), 'assay-downloads-'));
  try {
    const workspaces = published.flatMap((each) => ['--workspace', `packages/${each.folder}`]);
    const args = ['pack', '--ignore-scripts=false', ...workspaces, '--pack-destination', folder];
    const { status, stderr, error } = spawnSync('npm', args, { cwd: repository, encoding: 'utf8' });
    if (status !== 0) {
      throw new Error(`npm pack failed: ${error?.message ?? stderr}`);
    }
    const packed = published.map(({ folder: name, file }) => {
      const manifest = readJson(join(repository, 'packages', name, 'package.json'));
      return { manifest, file, content: readFileSync(join(folder, `${file}-${manifest.version}.tgz`)) };
    });
    const index = packed.map(({ manifest: { name, version }, file, content }) => ({
      name,
      version,
      path: `/downloads/${file}.tgz`,
      versionedPath: `/downloads/${file}-${version}.tgz`,
      integrity: `sha512-${createHash('sha512').update(content).digest('base64')}`,
      bytes: content.length,
    }));
    return new Map([
      ['downloads/index.json', Buffer.from(`${JSON.stringify({ packages: index }, undefined, 2)}\n`)],
      ...packed.flatMap(({ manifest: { version }, file, content }) => [
        [`downloads/${file}.tgz`, content],
        [`downloads/${file}-${version}.tgz`, content],
      ]),
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns the sources of the packed packages, as text for a digest. */
export function packageSources(repository) {
  return published.flatMap(({ folder }) => {
    const at = join(repository, 'packages', folder);
    const sources = [...filesIn(join(at, 'src'))].toSorted(([a], [b]) => (a < b ? -1 : 1));
    return [readFileSync(join(at, 'package.json')), readFileSync(join(at, 'README.md')), ...sources.flat()];
  });
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}
