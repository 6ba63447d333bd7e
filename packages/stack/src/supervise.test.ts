import { expect, jest, test } from '@jest/globals';
import type { Exit, RunningProcess } from './process.ts';
import { backoffMs, supervise, type SuperviseOptions } from './supervise.ts';

type FakeProcess = RunningProcess & { readonly end: (exit: Exit) => void; readonly signals: NodeJS.Signals[] };

function fakeProcess(pid: number): FakeProcess {
  let resolve: (exit: Exit) => void = () => undefined;
  let exit: Exit | undefined;
  const exited = new Promise<Exit>((resolveExit) => {
    resolve = resolveExit;
  });
  const signals: NodeJS.Signals[] = [];
  const end = (how: Exit): void => {
    exit = how;
    resolve(how);
  };
  return {
    name: 'fake',
    pid,
    logFile: '',
    outputTail: () => '',
    exited,
    exit: () => exit,
    signal: (signal) => {
      signals.push(signal);
      end({ code: null, signal });
    },
    onMessage: () => undefined,
    end,
    signals,
  };
}

const crash: Exit = { code: 1, signal: null };

function superviseFake(options: Partial<SuperviseOptions> = {}): {
  processes: FakeProcess[];
  lines: string[];
  supervised: ReturnType<typeof supervise>;
} {
  const processes: FakeProcess[] = [];
  const lines: string[] = [];
  const supervised = supervise({
    name: 'fake',
    start: async (onSpawn) => {
      const process = fakeProcess(processes.length + 100);
      processes.push(process);
      onSpawn(process);
      return process;
    },
    stopSignal: 'SIGTERM',
    stopGraceMs: 1_000,
    restartOnExit: true,
    onNote: (line) => lines.push(line),
    onChange: () => undefined,
    ...options,
  });
  return { processes, lines, supervised };
}

test('a process that ends unexpectedly is restarted, with a note for both events', async () => {
  jest.useFakeTimers();
  const { processes, lines, supervised } = superviseFake();
  await supervised.start();
  processes[0]?.end(crash);
  await jest.advanceTimersByTimeAsync(backoffMs(0));
  expect(supervised.pid()).toBe(101);
  expect(lines).toEqual(['fake exited with code 1 unexpectedly and is restarted', 'fake restarted (pid 101)']);
  jest.useRealTimers();
});

test('the wait before a restart grows with every crash', async () => {
  jest.useFakeTimers();
  const { processes, supervised } = superviseFake();
  await supervised.start();
  processes[0]?.end(crash);
  await jest.advanceTimersByTimeAsync(backoffMs(0));
  processes[1]?.end(crash);
  await jest.advanceTimersByTimeAsync(backoffMs(1) - 1);
  expect(processes).toHaveLength(2);
  await jest.advanceTimersByTimeAsync(1);
  expect(processes).toHaveLength(3);
  expect(backoffMs(50)).toBe(10_000);
  jest.useRealTimers();
});

test('a stopped process is not restarted', async () => {
  const { processes, supervised } = superviseFake();
  await supervised.start();
  await supervised.stop();
  expect(processes.map(({ signals }) => signals)).toEqual([['SIGTERM']]);
  expect(supervised.pid()).toBeUndefined();
});

test('stopping ends the wait before a restart', async () => {
  const { processes, supervised } = superviseFake();
  await supervised.start();
  processes[0]?.end(crash);
  await new Promise(setImmediate);
  await supervised.stop();
  expect(processes).toHaveLength(1);
});

test('without restartOnExit a crashed process stays down until it is restarted', async () => {
  const { processes, supervised } = superviseFake({ restartOnExit: false });
  await supervised.start();
  processes[0]?.end(crash);
  await new Promise(setImmediate);
  expect(supervised.isUp()).toBe(false);
  await supervised.restart();
  expect(supervised.pid()).toBe(101);
});

test('a process that starts after the stop is killed at once', async () => {
  let resolveStart: (process: FakeProcess) => void = () => undefined;
  const late = fakeProcess(200);
  const { supervised } = superviseFake({
    start: (onSpawn) =>
      new Promise((resolve) => {
        resolveStart = (process) => {
          onSpawn(process);
          resolve(process);
        };
      }),
  });
  const starting = supervised.start();
  await supervised.stop();
  resolveStart(late);
  await starting;
  expect(late.signals).toEqual(['SIGKILL']);
});

test('a failed first start rejects and is not tried again', async () => {
  const { supervised } = superviseFake({ start: () => Promise.reject(new Error('no such program')) });
  await expect(supervised.start()).rejects.toThrow('no such program');
  expect(supervised.isUp()).toBe(false);
});
