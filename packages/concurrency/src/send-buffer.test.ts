import { expect, test } from '@jest/globals';
import { createSendBuffer } from './send-buffer.ts';

function open(maxItems: number) {
  const batches: (readonly number[])[] = [];
  const timers = new Set<() => void>();
  const buffer = createSendBuffer<number>({
    maxItems,
    maxWaitMs: 20,
    after: (_delayMs, run) => {
      timers.add(run);
      return () => timers.delete(run);
    },
    onItems: (items) => batches.push(items),
  });
  const runTimers = (): void => [...timers].forEach((run) => run());
  return { buffer, batches, timers, runTimers };
}

test('items that come before the wait ends are handed over together, in order', () => {
  const { buffer, batches, timers, runTimers } = open(10);
  [1, 2, 3].forEach(buffer.add);
  expect(timers.size).toBe(1);
  runTimers();
  buffer.add(4);
  runTimers();
  expect(batches).toEqual([[1, 2, 3], [4]]);
});

test('a full batch does not wait', () => {
  const { buffer, batches, timers } = open(2);
  [1, 2, 3].forEach(buffer.add);
  expect(batches).toEqual([[1, 2]]);
  expect(timers.size).toBe(1);
});

test('flush hands over what waits once, and nothing when nothing waits', () => {
  const { buffer, batches, timers } = open(10);
  buffer.flush();
  buffer.add(1);
  buffer.flush();
  buffer.flush();
  expect(batches).toEqual([[1]]);
  expect(timers.size).toBe(0);
});
