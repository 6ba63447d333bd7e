import { Metadata } from '@grpc/grpc-js';
import { expect, jest, test } from '@jest/globals';
import { afterTimeout, setTimeoutHeaders, timeoutMsOf } from './unary-timeout.ts';

test.each([
  [-5, 0],
  [0.5, 0.5],
  [2 ** 31, 2 ** 31 - 1],
  [Number.POSITIVE_INFINITY, 2 ** 31 - 1],
])('a timeout of %s ms is a timer about which Node.js does not warn', (timeoutMs, timerMs) => {
  const timers = jest.spyOn(globalThis, 'setTimeout');
  afterTimeout(timeoutMs, () => undefined)();
  expect(timers.mock.calls.map(([, given]) => given)).toEqual([timerMs]);
  timers.mockRestore();
});

test.each([
  [1.2, 2],
  [9_999, 9_999],
  [1e12, 99_999_999],
])('a caller who waits %s ms states %s ms, which grpc-js reads without an overflow', (timeoutMs, statedMs) => {
  const metadata = new Metadata();
  setTimeoutHeaders(metadata, timeoutMs);
  expect(metadata.get('grpc-timeout')).toEqual([`${statedMs}m`]);
  expect(timeoutMsOf(metadata, 0)).toBe(statedMs);
});
