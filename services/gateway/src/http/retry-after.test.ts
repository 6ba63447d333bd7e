import { expect, test } from '@jest/globals';
import { createRetryAfter } from './retry-after.ts';

test('the wait grows with the age of the outage up to a minute, and a success ends the outage', () => {
  let nowMs = 0;
  const retryAfter = createRetryAfter(
    () => nowMs,
    () => 0.999,
  );
  const seconds = [0, 10_000, 600_000].map((atMs) => {
    nowMs = atMs;
    retryAfter.onStatus(503);
    return retryAfter.seconds();
  });
  expect(seconds).toEqual([1, 5, 59]);
  retryAfter.onStatus(200);
  expect(retryAfter.seconds()).toBe(1);
});
