import { expect, test } from '@jest/globals';
import { createAttemptLimit } from './attempt-limit.ts';

test('a network has its burst of attempts, gets one back after a time, and takes none of another network', () => {
  let nowMs = 1_000;
  const limit = createAttemptLimit({ burst: 3, everyMs: 100 }, () => nowMs);
  expect([1, 2, 3].map(() => limit.take('192.0.2.1'))).toEqual([0, 0, 0]);
  expect(limit.take('192.0.2.1')).toBe(100);
  expect(limit.take('::ffff:192.0.2.1')).toBe(100);
  expect(limit.take('192.0.2.2')).toBe(0);
  nowMs += 100;
  expect(limit.take('192.0.2.1')).toBe(0);
  expect(limit.take('192.0.2.1')).toBe(100);
});

test('a right attempt uses up nothing', () => {
  const limit = createAttemptLimit({ burst: 1, everyMs: 100 }, () => 0);
  for (let tried = 0; tried < 10; tried += 1) {
    expect(limit.take('192.0.2.1')).toBe(0);
    limit.giveBack('192.0.2.1');
  }
});

test('memory is bounded, and networks beyond the bound share one count', () => {
  const limit = createAttemptLimit({ burst: 1, everyMs: 100 }, () => 0);
  for (let network = 0; network < 10_000; network += 1) {
    expect(limit.take(`10.0.${network >> 8}.${network % 256}`)).toBe(0);
  }
  expect(limit.take('192.0.2.1')).toBe(0);
  expect(limit.take('192.0.2.2')).toBe(100);
});
