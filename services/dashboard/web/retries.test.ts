import { expect, test } from '@jest/globals';
import { ApiError } from './api.ts';
import { mayRetry, retryDelayMs } from './retries.ts';

function busy(retryAfterMs = 0): ApiError {
  return new ApiError(429, 'RATE_LIMIT', 'too many requests', retryAfterMs);
}

test('a page reads again when its session was busy or a service was unavailable, twice at most', () => {
  const unavailable = new ApiError(503, 'UNAVAILABLE', 'unavailable');
  expect([busy(), unavailable].map((error) => [0, 1, 2].map((count) => mayRetry(count, error)))).toEqual([
    [true, true, false],
    [true, true, false],
  ]);
  for (const error of [
    new ApiError(404, 'NOT_FOUND', 'none'),
    new ApiError(0, 'UNREACHABLE', 'none'),
    new Error('no'),
  ]) {
    expect(mayRetry(0, error)).toBe(false);
  }
});

test('the pause doubles, is at least what the server stated, and is never longer than ten seconds', () => {
  expect([0, 1, 2].map((count) => retryDelayMs(count, busy()))).toEqual([1_000, 2_000, 4_000]);
  expect(retryDelayMs(0, busy(3_000))).toBe(3_000);
  expect(retryDelayMs(0, busy(3_600_000))).toBe(10_000);
  expect(retryDelayMs(0, new Error('no'))).toBe(1_000);
});
