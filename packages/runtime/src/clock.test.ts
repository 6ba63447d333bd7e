import { expect, jest, test } from '@jest/globals';
import { pause, withTimeout, type Clock } from './clock.ts';

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

test('a time that has passed is no negative timer, about which newer versions of Node.js warn', async () => {
  const timers = jest.spyOn(globalThis, 'setTimeout');
  await pause(-5);
  expect(timers.mock.calls.map(([, milliseconds]) => milliseconds)).toEqual([0]);
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
