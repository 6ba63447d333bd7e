import { afterEach, expect, test } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lastLines, startProcess } from './process.ts';

const directory = mkdtempSync(join(tmpdir(), 'assay-process-'));
const logFile = join(directory, 'logs', 'echo.log');

afterEach(() => rmSync(directory, { recursive: true, force: true }));

test('outputTail returns only the lines of its own run, and the log file contains those of earlier runs too', async () => {
  const say = async (...words: readonly string[]) => {
    const program = `for (const word of ${JSON.stringify(words)}) console.log(word)`;
    const args = ['-e', program];
    const process = startProcess({
      name: 'echo',
      command: globalThis.process.execPath,
      args,
      environment: {},
      logFile,
    });
    expect(await process.exited).toMatchObject({ code: 0 });
    return process;
  };
  const first = await say('address already in use', 'one');
  const second = await say('two', 'three', 'four');
  expect(second.outputTail(8)).toBe('two\nthree\nfour');
  expect(second.outputTail(2)).toBe('three\nfour');
  expect(lastLines(logFile, 4)).toBe('one\ntwo\nthree\nfour');
  expect(first.outputTail(9)).toContain('address already in use');
  expect((await say()).outputTail(8)).toBe('');
});
