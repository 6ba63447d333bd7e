import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

const root = resolve(import.meta.dirname, '../..');
let directory = '';

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'assay-layers-'));
  const loaded: unknown = await import(pathToFileURL(join(root, 'oxlint.config.mjs')).href);
  const { default: config } = loaded as { readonly default: object };
  // Turn off the rules that need types, because they would need a whole project here. The layer rules do not need
  // types.
  writeFileSync(join(directory, '.oxlintrc.json'), JSON.stringify({ ...config, options: {} }));
});

afterAll(() => rmSync(directory, { recursive: true, force: true }));

/**
 * Runs the linter on some files, given by path and text. Returns whether the linter refuses them, and what it printed.
 */
function lint(files: Readonly<Record<string, string>>): { readonly isRefused: boolean; readonly output: string } {
  for (const [file, text] of Object.entries(files)) {
    const path = join(directory, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  const { status, stdout, stderr } = spawnSync(join(root, 'node_modules/.bin/oxlint'), Object.keys(files), {
    cwd: directory,
    encoding: 'utf8',
  });
  return { isRefused: status !== 0, output: `${stdout}${stderr}` };
}

/** Returns whether the linter refuses a file that contains an import of the specifier. */
function refuses(file: string, specifier: string): boolean {
  const text = `import { value } from '${specifier}';\nexport const copy: string = value;\n`;
  const { isRefused, output } = lint({ [file]: text });
  expect(output).toMatch(/no-restricted-imports|Found 0 warnings and 0 errors/);
  return isRefused;
}

test.each([
  ['a package imports one to its right', 'packages/faults/src/a.ts', '@assay/catalog/catalog'],
  ["telemetry imports a service's life", 'packages/telemetry/src/a.ts', '@assay/runtime/run'],
  ['storage imports messages', 'packages/storage/src/a.ts', '@assay/messaging/nats'],
  ['a service without a database imports storage', 'services/gate/src/a.ts', '@assay/storage/postgres'],
  ['an example imports a package that is not published', 'examples/a.ts', '@assay/faults/faults'],
  ['an edge opens a connection of another kind', 'services/gateway/src/http/app.ts', 'pg'],
  ['a folder imports the file that composes it', 'services/engine/src/verification/a.ts', '../main.ts'],
  ['admission imports a route', 'services/gateway/src/admission/a.ts', '../routes/ask/route.ts'],
  ['the client imports a package', 'packages/client/src/a.ts', '@assay/faults/faults'],
  ['the sandbox imports the code that it is to check', 'services/sandbox/src/chain/a.ts', '@assay/solana/account'],
  ["the sandbox's test does so", 'services/sandbox/src/chain/a.test.ts', '@assay/independence/judge'],
  ['a service imports a service by its name', 'services/gate/src/a.ts', '@assay/engine/handlers'],
  ['a service imports a service by its path', 'services/gate/src/a.ts', '../../engine/src/handlers.ts'],
  ['a package imports a service by its path', 'packages/rpc/src/a.ts', '../../../services/engine/src/handlers.ts'],
  ['a use case opens a connection itself', 'services/gate/src/a.ts', 'pg'],
  ["a use case imports a test's helper", 'services/watch/src/registry/a.ts', '../testing/servers.ts'],
  ['a folder imports one to its right', 'services/engine/src/verification/a.ts', '../onchain/open-onchain.ts'],
  ['a folder imports one beside it', 'services/watch/src/detection/a.ts', '../registry/store.ts'],
  ['a folder imports one that it may not', 'services/watch/src/registry/a.ts', '../delivery/store.ts'],
  ['a service imports research by its name', 'services/resolver/src/a.ts', '@assay/resolver-research/training/floor'],
  [
    'a service imports research by its path',
    'services/resolver/src/a.ts',
    '../../../research/resolver/src/training/floor.ts',
  ],
  ['research imports another service', 'research/resolver/src/training/a.ts', '@assay/engine/handlers'],
])('the linter refuses that %s', (_, file, specifier) => {
  expect(refuses(file, specifier)).toBe(true);
});

test.each([
  ['a package imports one to its left', 'packages/egress/src/a.ts', '@assay/concurrency/fair-semaphore'],
  ['a service imports a package below it', 'services/engine/src/a.ts', '@assay/solana/account'],
  ['an edge opens its connection', 'services/gateway/src/http/app.ts', 'express'],
  ['a test starts a real server', 'services/watch/src/a.test.ts', '@assay/stack/servers'],
  ['a folder imports one to its left', 'services/watch/src/delivery/a.ts', '../registry/condition.ts'],
  ['research imports the service that it is about', 'research/resolver/src/training/a.ts', '@assay/resolver/decide'],
])('the linter accepts that %s', (_, file, specifier) => {
  expect(refuses(file, specifier)).toBe(false);
});

test('the linter refuses files that import each other in a circle, for types too', () => {
  const first = "import type { Second } from './second.ts';\nexport type First = { readonly second: Second };\n";
  const second = "import type { First } from './first.ts';\nexport type Second = { readonly first: First };\n";
  const folder = 'packages/faults/src/circle';
  const { isRefused, output } = lint({ [`${folder}/first.ts`]: first, [`${folder}/second.ts`]: second });
  expect(isRefused).toBe(true);
  expect(output).toContain('Dependency cycle detected');
});
