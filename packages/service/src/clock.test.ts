import { expect, test } from '@jest/globals';
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

test('a pause ends when its time is over', async () => {
  const { clock, fire } = heldClock();
  const paused = pause(10, clock);
  fire();
  await expect(paused).resolves.toBeUndefined();
});

test('work that ends in time gives its result and leaves no timer', async () => {
  const { clock, pending } = heldClock();
  await expect(withTimeout(10, Promise.resolve('done'), () => new Error('late'), clock)).resolves.toBe('done');
  expect(pending()).toBe(0);
});

test('work that takes too long rejects with the given error', async () => {
  const { clock, fire } = heldClock();
  const waiting = withTimeout(10, new Promise(() => undefined), () => new Error('late'), clock);
  fire();
  await expect(waiting).rejects.toThrow('late');
});
