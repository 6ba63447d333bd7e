import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

const root = resolve(import.meta.dirname, '../..');
let directory = '';

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'assay-layers-'));
  const config = JSON.parse(readFileSync(join(root, '.oxlintrc.json'), 'utf8')) as Record<string, unknown>;
  // Rules that need types would need a whole project here. The layers need none.
  writeFileSync(join(directory, '.oxlintrc.json'), JSON.stringify({ ...config, options: {} }));
});

afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Returns whether the linter refuses a file that imports the specifier. */
function refuses(file: string, specifier: string): boolean {
  const path = join(directory, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `import { value } from '${specifier}';\nexport const copy: string = value;\n`);
  const run = spawnSync(join(root, 'node_modules/.bin/oxlint'), [file], { cwd: directory, encoding: 'utf8' });
  const output = `${run.stdout}${run.stderr}`;
  expect(output).toMatch(/no-restricted-imports|Found 0 warnings and 0 errors/);
  return run.status !== 0;
}

test.each([
  ['a package imports one to its right', 'packages/faults/src/a.ts', '@assay/catalog/catalog'],
  ['the client imports a package', 'packages/client/src/a.ts', '@assay/faults/faults'],
  ['the sandbox imports the code that it is to check', 'services/sandbox/src/chain/a.ts', '@assay/solana/account'],
  ["the sandbox's test does so", 'services/sandbox/src/chain/a.test.ts', '@assay/independence/judge'],
  ['a service imports a service by its name', 'services/gate/src/a.ts', '@assay/engine/handlers'],
  ['a service imports a service by its path', 'services/gate/src/a.ts', '../../engine/src/handlers.ts'],
  ['a package imports a service by its path', 'packages/rpc/src/a.ts', '../../../services/engine/src/handlers.ts'],
  ['a use case opens a connection itself', 'services/gate/src/a.ts', 'pg'],
  ["a use case imports a test's helper", 'services/watch/src/registry/a.ts', '../testing/servers.ts'],
  ['a folder imports one to its right', 'services/engine/src/verification/a.ts', '../onchain/open.ts'],
  ['a folder imports one beside it', 'services/watch/src/detection/a.ts', '../registry/store.ts'],
  ['a folder imports one that it may not', 'services/watch/src/registry/a.ts', '../delivery/store.ts'],
])('the linter refuses that %s', (_, file, specifier) => {
  expect(refuses(file, specifier)).toBe(true);
});

test.each([
  ['a package imports one to its left', 'packages/egress/src/a.ts', '@assay/concurrency/fair-semaphore'],
  ['a service imports a package below it', 'services/engine/src/a.ts', '@assay/solana/account'],
  ['an edge opens its connection', 'services/gateway/src/http/app.ts', 'express'],
  ['a test starts a real server', 'services/watch/src/a.test.ts', '@assay/stack/servers'],
  ['a folder imports one to its left', 'services/watch/src/delivery/a.ts', '../registry/condition.ts'],
])('the linter accepts that %s', (_, file, specifier) => {
  expect(refuses(file, specifier)).toBe(false);
});
