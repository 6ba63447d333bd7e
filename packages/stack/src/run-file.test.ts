import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { isRunning, startTimeOf } from './process-table.ts';
import { AlreadyRunning, claimDataDirectory, endLeftovers, parseRun, readRun } from './run-file.ts';

let directory: string;
let children: ChildProcess[];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'assay-run-'));
  children = [];
});

afterEach(() => {
  for (const child of children) {
    child.kill('SIGKILL');
  }
  rmSync(directory, { recursive: true });
});

function sleeper(): { pid: number; startTime: string; child: ChildProcess } {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  children.push(child);
  const pid = child.pid ?? 0;
  return { pid, startTime: startTimeOf(pid) ?? '', child };
}

const gone = { pid: 999_999_999, startTime: 'long ago' };

function writeRun(run: object): void {
  writeFileSync(join(directory, 'run.json'), JSON.stringify(run));
}

test('a second claim on a data directory is refused while the first holds, and names its process', () => {
  const claim = claimDataDirectory(directory);
  expect(() => claimDataDirectory(directory)).toThrow(AlreadyRunning);
  expect(readRun(directory)?.supervisor.pid).toBe(process.pid);
  claim.release();
  claimDataDirectory(directory).release();
});

test('the run file is readable by its owner alone', () => {
  const claim = claimDataDirectory(directory);
  claim.record([{ name: 'self', pid: process.pid }]);
  expect(statSync(join(directory, 'run.json')).mode & 0o777).toBe(0o600);
  claim.release();
});

test('after a supervisor was killed, the next one is told of the processes that still run and of no others', () => {
  const { pid, startTime } = sleeper();
  const reused = { name: 'reused', pid: process.pid, startTime: 'another time' };
  writeRun({ supervisor: gone, processes: [{ name: 'engine', pid, startTime }, { name: 'gone', ...gone }, reused] });
  const claim = claimDataDirectory(directory);
  expect(claim.leftovers).toEqual([{ name: 'engine', pid, startTime }]);
  expect(readRun(directory)?.processes).toEqual(claim.leftovers);
  claim.release();
});

test('leftovers are ended, and a process that merely has the number of one is left alone', async () => {
  const leftover = sleeper();
  const stranger = sleeper();
  await endLeftovers([
    { name: 'billing', pid: leftover.pid, startTime: leftover.startTime },
    { name: 'postgres', pid: stranger.pid, startTime: 'when another process had this number' },
  ]);
  expect(isRunning(leftover)).toBe(false);
  expect(isRunning(stranger)).toBe(true);
});

test.each(['', '{', '[]', '{"supervisor":{"pid":1,"startTime":"x"},"processes":[]}'])(
  'a run file of %p names nobody, and the directory can be claimed',
  (text) => {
    writeFileSync(join(directory, 'run.json'), text);
    expect(parseRun(text)).toBeUndefined();
    const claim = claimDataDirectory(directory);
    expect(claim.leftovers).toEqual([]);
    claim.release();
  },
);

test('what runs is noted with start times, so that it can be told from later processes', () => {
  const claim = claimDataDirectory(directory);
  claim.record([
    { name: 'self', pid: process.pid },
    { name: 'gone', pid: gone.pid },
  ]);
  const run = parseRun(readFileSync(join(directory, 'run.json'), 'utf8'));
  expect(run?.processes).toEqual([{ name: 'self', pid: process.pid, startTime: startTimeOf(process.pid) }]);
  claim.release();
});
