import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { isRunning, startTimeOf } from './process-table.ts';
import { AlreadyRunning, lockDataDirectory, endLeftovers, parseRunRecord, readRunRecord } from './run-file.ts';

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

test('a locked data directory refuses a second lock with the id of the process that holds it', () => {
  const lock = lockDataDirectory(directory);
  expect(() => lockDataDirectory(directory)).toThrow(AlreadyRunning);
  expect(readRunRecord(directory)?.supervisor.pid).toBe(process.pid);
  lock.release();
  lockDataDirectory(directory).release();
});

test('only its owner can read the run file', () => {
  const lock = lockDataDirectory(directory);
  lock.record([{ name: 'self', pid: process.pid }]);
  expect(statSync(join(directory, 'run.json')).mode & 0o777).toBe(0o600);
  lock.release();
});

test('after a killed supervisor, the lock lists exactly the processes that still run', () => {
  const { pid, startTime } = sleeper();
  const reused = { name: 'reused', pid: process.pid, startTime: 'another time' };
  writeRun({ supervisor: gone, processes: [{ name: 'engine', pid, startTime }, { name: 'gone', ...gone }, reused] });
  const lock = lockDataDirectory(directory);
  expect(lock.leftovers).toEqual([{ name: 'engine', pid, startTime }]);
  expect(readRunRecord(directory)?.processes).toEqual(lock.leftovers);
  lock.release();
});

test('endLeftovers ends leftover processes and spares another process with the same id', async () => {
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
  'an invalid run file such as %p counts as absent',
  (text) => {
    writeFileSync(join(directory, 'run.json'), text);
    expect(parseRunRecord(text)).toBeUndefined();
    const lock = lockDataDirectory(directory);
    expect(lock.leftovers).toEqual([]);
    lock.release();
  },
);

test('the run file holds the start times of the running processes', () => {
  const lock = lockDataDirectory(directory);
  lock.record([
    { name: 'self', pid: process.pid },
    { name: 'gone', pid: gone.pid },
  ]);
  const runRecord = parseRunRecord(readFileSync(join(directory, 'run.json'), 'utf8'));
  expect(runRecord?.processes).toEqual([{ name: 'self', pid: process.pid, startTime: startTimeOf(process.pid) }]);
  lock.release();
});
