import { expect, jest, test } from '@jest/globals';
import { pause, systemClock, withTimeout, type Clock } from './clock.ts';

function heldClock(): {
  readonly clock: Pick<Clock, 'after'>;
  readonly fire: () => void;
  readonly pending: () => number;
} {
  const calls = new Set<() => void>();
  return {
    clock: {
      after: (_milliseconds, call) => {
        calls.add(call);
        return () => void calls.delete(call);
      },
    },
    fire: () => {
      for (const call of calls) {
        calls.delete(call);
        call();
      }
    },
    pending: () => calls.size,
  };
}

test.each([
  ['a time that has passed', -5, 0],
  ['no time', 0, 0],
  ['the longest time', 2 ** 31 - 1, 2 ** 31 - 1],
  ['a time that is longer than any timer', 2 ** 31, 2 ** 31 - 1],
  ['an endless time', Number.POSITIVE_INFINITY, 2 ** 31 - 1],
])('%s is a timer about which Node.js does not warn', (_name, milliseconds, timerMs) => {
  const timers = jest.spyOn(globalThis, 'setTimeout');
  systemClock.after(milliseconds, () => undefined)();
  expect(timers.mock.calls.map(([, given]) => given)).toEqual([timerMs]);
  timers.mockRestore();
});

test('a pause ends after its time', async () => {
  const { clock, fire } = heldClock();
  const paused = pause(10, clock);
  fire();
  await expect(paused).resolves.toBeUndefined();
});

test('withTimeout returns the result of work that ends in time, and leaves no timer', async () => {
  const { clock, pending } = heldClock();
  await expect(withTimeout(10, Promise.resolve('done'), () => new Error('late'), clock)).resolves.toBe('done');
  expect(pending()).toBe(0);
});

test('withTimeout rejects with the given error when the work takes too long', async () => {
  const { clock, fire } = heldClock();
  const waiting = withTimeout(10, new Promise(() => undefined), () => new Error('late'), clock);
  fire();
  await expect(waiting).rejects.toThrow('late');
});
