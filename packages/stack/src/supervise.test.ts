import { expect, jest, test } from '@jest/globals';
import type { Exit, RunningProcess } from './process.ts';
import { backoffMs, supervise, type SuperviseOptions } from './supervise.ts';

type FakeProcess = RunningProcess & { readonly end: (exit: Exit) => void; readonly signals: NodeJS.Signals[] };

function fakeProcess(pid: number): FakeProcess {
  let resolve: (exit: Exit) => void = () => undefined;
  let exit: Exit | undefined;
  const exited = new Promise<Exit>((settle) => {
    resolve = settle;
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
    lastWords: () => '',
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

function kept(options: Partial<SuperviseOptions> = {}): {
  processes: FakeProcess[];
  lines: string[];
  supervised: ReturnType<typeof supervise>;
} {
  const processes: FakeProcess[] = [];
  const lines: string[] = [];
  const supervised = supervise({
    name: 'fake',
    start: async (spawned) => {
      const process = fakeProcess(processes.length + 100);
      processes.push(process);
      spawned(process);
      return process;
    },
    stopSignal: 'SIGTERM',
    stopGraceMs: 1_000,
    restartOnExit: true,
    report: (line) => lines.push(line),
    changed: () => undefined,
    ...options,
  });
  return { processes, lines, supervised };
}

test('a process that ends unasked is started again, and both are said', async () => {
  jest.useFakeTimers();
  const { processes, lines, supervised } = kept();
  await supervised.start();
  processes[0]?.end(crash);
  await jest.advanceTimersByTimeAsync(backoffMs(0));
  expect(supervised.pid()).toBe(101);
  expect(lines).toEqual(['fake ended with code 1 unasked and is started again', 'fake is back (pid 101)']);
  jest.useRealTimers();
});

test('one crash after another is followed by longer and longer waits', async () => {
  jest.useFakeTimers();
  const { processes, supervised } = kept();
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

test('a process that was told to stop is not started again', async () => {
  const { processes, supervised } = kept();
  await supervised.start();
  await supervised.stop();
  expect(processes.map(({ signals }) => signals)).toEqual([['SIGTERM']]);
  expect(supervised.pid()).toBeUndefined();
});

test('a stop while it waits to start again ends the wait', async () => {
  const { processes, supervised } = kept();
  await supervised.start();
  processes[0]?.end(crash);
  await new Promise(setImmediate);
  await supervised.stop();
  expect(processes).toHaveLength(1);
});

test('without restarts a crash leaves it down until it is asked for', async () => {
  const { processes, supervised } = kept({ restartOnExit: false });
  await supervised.start();
  processes[0]?.end(crash);
  await new Promise(setImmediate);
  expect(supervised.isUp()).toBe(false);
  await supervised.restart();
  expect(supervised.pid()).toBe(101);
});

test('a process that appears after the stop is killed at once', async () => {
  let appear: (process: FakeProcess) => void = () => undefined;
  const late = fakeProcess(200);
  const { supervised } = kept({
    start: (spawned) =>
      new Promise((resolve) => {
        appear = (process) => {
          spawned(process);
          resolve(process);
        };
      }),
  });
  const starting = supervised.start();
  await supervised.stop();
  appear(late);
  await starting;
  expect(late.signals).toEqual(['SIGKILL']);
});

test('a first start that fails is the failure of whoever asked, and is not tried again', async () => {
  const { supervised } = kept({ start: () => Promise.reject(new Error('no such program')) });
  await expect(supervised.start()).rejects.toThrow('no such program');
  expect(supervised.isUp()).toBe(false);
});
