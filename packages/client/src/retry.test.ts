import { expect, test } from '@jest/globals';
import { AssayConnectionError, AssayError } from './errors.ts';
import { delayMs, parseRetryAfter } from './retry.ts';

const nowMs = Date.parse('2026-11-20T12:00:00Z');

test.each([
  ['7', 7_000],
  ['0', 0],
  ['Fri, 20 Nov 2026 12:00:05 GMT', 5_000],
  ['Fri, 20 Nov 2026 11:00:00 GMT', 0],
  ['-1', undefined],
  ['1.5', undefined],
  ['soon', undefined],
  ['', undefined],
  [null, undefined],
])('Retry-After %p is %p ms', (value, expected) => {
  expect(parseRetryAfter(value, nowMs)).toBe(expected);
});

test('the wait doubles up to a bound and is drawn from its upper half', () => {
  const connectionError = new AssayConnectionError('lost');
  expect([1, 2, 3, 10].map((attempt) => delayMs(connectionError, attempt, 1))).toEqual([250, 500, 1_000, 5_000]);
  expect([1, 2, 3, 10].map((attempt) => delayMs(connectionError, attempt, 0))).toEqual([125, 250, 500, 2_500]);
});

test('the wait is what the service asked for', () => {
  const limited = new AssayError('wait', { code: 'RATE_LIMIT', status: 429, traceId: undefined, retryAfterMs: 9_000 });
  expect(delayMs(limited, 1, 0.5)).toBe(9_000);
});
