import { expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

function run(script: string, args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  return spawnSync(process.execPath, [`scripts/${script}.mjs`, ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ...environment },
  });
}

test('the list of guarantees has the title of every test of a file, each table of tests once', () => {
  const { stdout } = run('guarantees', ['packages/stack/src/live-output.test.ts', 'test/tooling/licences.test.ts']);
  expect(stdout).toContain('### packages/stack/src/live-output.test.ts');
  expect(stdout).toContain('- a line that is wider than the terminal is cut, because a wrapped line could not be');
  expect(stdout).toMatch(/\n\d+ titles in 2 files\n$/);
});

test('a file that passes every run under load is stable', () => {
  const { stdout, status } = run('test-stability', [], { FILE: 'packages/stack/src/poll.test.ts', N: '2', LOAD: '1' });
  expect(stdout).toMatch(/poll\.test\.ts: 2 runs, 0 failed, with 1 computing processes/);
  expect(status).toBe(0);
}, 300_000);

test.each([
  [{ FILE: '' }, 'FILE must be the path of a test file'],
  [{ FILE: 'packages/stack/src/missing.test.ts' }, 'FILE must be the path of a test file'],
  [{ FILE: 'packages/stack/src/poll.test.ts', N: '0' }, 'N must be a whole number of at least 1, not "0"'],
  [{ FILE: 'packages/stack/src/poll.test.ts', LOAD: 'much' }, 'LOAD must be a whole number of at least 0, not "much"'],
])('the settings %p are refused with the reason', (settings, reason) => {
  const { stderr, status } = run('test-stability', [], settings);
  expect(stderr).toContain(reason);
  expect(status).toBe(2);
});
