import { expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { existsSync, openSync } from 'node:fs';
import { createLogger } from './log.ts';
import { createLogOutput } from './log-output.ts';

/** Creates a simulated log. Writing to it fails with an error code while `code` is set. */
function failingLog(): { written: string; code: string | undefined; readonly write: (bytes: Buffer) => number } {
  const state = {
    written: '',
    code: undefined as string | undefined,
    write: (bytes: Buffer): number => {
      if (state.code !== undefined) {
        throw Object.assign(new Error(state.code), { code: state.code });
      }
      // A disk or a pipe may accept only a part of the bytes.
      const acceptedBytes = bytes.subarray(0, 5);
      state.written += acceptedBytes.toString();
      return acceptedBytes.length;
    },
  };
  return state;
}

test.each(['ENOSPC', 'EPIPE', 'EIO', 'EAGAIN'])('lines wait while the log fails with %s, and none is torn', (code) => {
  const log = failingLog();
  let lostLines = 0;
  const output = createLogOutput((lines) => (lostLines += lines), log.write);
  output.write('first line\n');
  log.code = code;
  output.write('second line\n');
  output.write('third line\n');
  log.code = undefined;
  output.write('fourth line\n');
  expect(log.written).toBe('first line\nsecond line\nthird line\nfourth line\n');
  expect(lostLines).toBe(0);
});

test('lines beyond 64 KiB are lost and counted', () => {
  const log = failingLog();
  let lostLines = 0;
  const output = createLogOutput((lines) => (lostLines += lines), log.write);
  log.code = 'ENOSPC';
  for (let count = 0; count < 100; count += 1) {
    output.write(`${'x'.repeat(1_023)}\n`);
  }
  expect(lostLines).toBe(36);
});

test('a fatal line returns while the log cannot be written', () => {
  const log = failingLog();
  log.code = 'ENOSPC';
  createLogger('test', 'info', { output: createLogOutput(() => undefined, log.write) }).fatal('a defect');
});

const program = `
import { createLogger } from '${new URL('log.ts', import.meta.url).href}';
import { createLogOutput, ignoreOutputErrors } from '${new URL('log-output.ts', import.meta.url).href}';
ignoreOutputErrors();
const log = createLogger('test', 'info', { output: createLogOutput(() => undefined) });
for (let count = 0; count < 200; count += 1) {
  log.info({ text: 'x'.repeat(1_000) }, 'a line');
  process.emitWarning('a warning ' + count);
}
log.fatal('a defect');
setTimeout(() => { console.error('still here'); process.exitCode = 7; }, 50);
`;

/** Runs the test program with a standard output that accepts no lines. Returns the program's exit code. */
function run(stdio: 'full' | 'closed' | 'stuck'): Promise<number | null> {
  const full = stdio === 'full' ? openSync('/dev/full', 'w') : 'pipe';
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', program], {
    stdio: ['ignore', full, full],
  });
  if (stdio === 'closed') {
    child.stdout?.destroy();
    child.stderr?.destroy();
  }
  // Nothing reads from the pipes, which are still open. So they soon accept nothing more.
  return new Promise((resolve) => child.once('exit', resolve));
}

const targets = existsSync('/dev/full') ? (['full', 'closed', 'stuck'] as const) : (['closed', 'stuck'] as const);
test.each(targets)(
  'a process goes on with a log that is %s',
  async (stdio) => {
    expect(await run(stdio)).toBe(7);
  },
  30_000,
);
