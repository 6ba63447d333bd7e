import { expect, test } from '@jest/globals';
import { createBackoff } from './backoff.ts';

const limits = { firstMs: 100, maxMs: 1_000, healthyAfterMs: 5_000 };

test('pauses double up to their bound and begin again after healthy work', () => {
  let nowMs = 0;
  const backoff = createBackoff(
    limits,
    () => nowMs,
    () => 0,
  );
  const fail = (afterMs: number): number => {
    nowMs += afterMs;
    const pauseMs = backoff.nextMs();
    nowMs += pauseMs;
    return pauseMs;
  };
  expect([0, 0, 10, 0, 0, 0].map(fail)).toEqual([100, 200, 400, 800, 1_000, 1_000]);
  expect([4_999, 5_000, 0].map(fail)).toEqual([1_000, 100, 200]);
});

test('the random part adds up to half', () => {
  const pauses = [0, 0.5, 1].map((part) =>
    createBackoff(
      limits,
      () => 0,
      () => part,
    ).nextMs(),
  );
  expect(pauses).toEqual([100, 125, 150]);
});
