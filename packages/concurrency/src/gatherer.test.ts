import { expect, test } from '@jest/globals';
import { createGatherer } from './gatherer.ts';

function gather(maxItems: number) {
  const batches: (readonly number[])[] = [];
  const timers = new Set<() => void>();
  const gatherer = createGatherer<number>({
    maxItems,
    maxWaitMs: 20,
    after: (_delayMs, run) => {
      timers.add(run);
      return () => timers.delete(run);
    },
    onItems: (items) => batches.push(items),
  });
  const runTimers = (): void => [...timers].forEach((run) => run());
  return { gatherer, batches, timers, runTimers };
}

test('items that come before the wait ends are handed over together, in order', () => {
  const { gatherer, batches, timers, runTimers } = gather(10);
  [1, 2, 3].forEach(gatherer.add);
  expect(timers.size).toBe(1);
  runTimers();
  gatherer.add(4);
  runTimers();
  expect(batches).toEqual([[1, 2, 3], [4]]);
});

test('a full batch does not wait', () => {
  const { gatherer, batches, timers } = gather(2);
  [1, 2, 3].forEach(gatherer.add);
  expect(batches).toEqual([[1, 2]]);
  expect(timers.size).toBe(1);
});

test('flush hands over what was gathered once, and nothing when nothing was', () => {
  const { gatherer, batches, timers } = gather(10);
  gatherer.flush();
  gatherer.add(1);
  gatherer.flush();
  gatherer.flush();
  expect(batches).toEqual([[1]]);
  expect(timers.size).toBe(0);
});
