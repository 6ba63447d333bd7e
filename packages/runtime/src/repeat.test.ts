import { expect, jest, test } from '@jest/globals';
import { startRepeating } from './repeat.ts';

function manualTimer(): { readonly after: (ms: number, call: () => void) => () => void; readonly fire: () => void } {
  let pending: (() => void) | undefined;
  return {
    after: (_ms, call) => {
      pending = call;
      return () => {
        pending = undefined;
      };
    },
    fire: () => {
      const call = pending;
      pending = undefined;
      call?.();
    },
  };
}

const nextTick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('runs never overlap', async () => {
  const timer = manualTimer();
  const ends: (() => void)[] = [];
  const run = jest.fn(() => new Promise<void>((resolve) => void ends.push(resolve)));
  const stop = startRepeating(run, { name: 'work', everyMs: 5, onFailure: () => undefined, clock: timer });
  timer.fire();
  expect(run).toHaveBeenCalledTimes(1);
  ends[0]?.();
  await nextTick();
  timer.fire();
  expect(run).toHaveBeenCalledTimes(2);
  ends[1]?.();
  await stop();
});

test('a failed run is reported, and the next run starts', async () => {
  const timer = manualTimer();
  const failures: unknown[] = [];
  let runs = 0;
  const run = (): void => {
    runs += 1;
    throw new Error(`run ${runs}`);
  };
  const stop = startRepeating(run, {
    name: 'work',
    everyMs: 5,
    onFailure: (error) => failures.push(error),
    clock: timer,
  });
  await nextTick();
  timer.fire();
  await stop();
  expect(failures).toEqual([new Error('run 1'), new Error('run 2')]);
});

test('stopping waits for the run in flight and starts no further run', async () => {
  const timer = manualTimer();
  let end: () => void = () => undefined;
  const run = jest.fn(
    () =>
      new Promise<void>((resolve) => {
        end = resolve;
      }),
  );
  const stop = startRepeating(run, { name: 'work', everyMs: 5, onFailure: () => undefined, clock: timer });
  let stopped = false;
  const stopping = stop().then(() => {
    stopped = true;
  });
  await nextTick();
  expect(stopped).toBe(false);
  end();
  await stopping;
  timer.fire();
  expect(run).toHaveBeenCalledTimes(1);
});

test('without an immediate start the first run follows the first pause', async () => {
  const timer = manualTimer();
  const run = jest.fn();
  const stop = startRepeating(run, {
    name: 'work',
    everyMs: 5,
    immediately: false,
    onFailure: () => undefined,
    clock: timer,
  });
  expect(run).not.toHaveBeenCalled();
  timer.fire();
  expect(run).toHaveBeenCalledTimes(1);
  await stop();
});
