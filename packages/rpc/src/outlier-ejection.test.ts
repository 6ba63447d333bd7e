import { expect, test } from '@jest/globals';
import { createOutlierEjection } from './outlier-ejection.ts';

test('five failures in a row eject a replica for a second, and longer each time', () => {
  let nowMs = 0;
  const ejection = createOutlierEjection(() => nowMs);
  const fail = (times: number): void => {
    for (let time = 0; time < times; time += 1) {
      ejection.onOutcome('a', true);
    }
  };
  fail(4);
  expect(ejection.isEjected('a')).toBe(false);
  fail(1);
  expect(ejection.isEjected('a')).toBe(true);
  expect(ejection.isEjected('b')).toBe(false);
  nowMs = 1_000;
  expect(ejection.isEjected('a')).toBe(false);
  fail(5);
  nowMs = 2_999;
  expect(ejection.isEjected('a')).toBe(true);
  nowMs = 3_000;
  expect(ejection.isEjected('a')).toBe(false);
});

test('a success starts the count and the times again', () => {
  let nowMs = 0;
  const ejection = createOutlierEjection(() => nowMs);
  for (const failed of [true, true, true, true, false, true, true, true, true]) {
    ejection.onOutcome('a', failed);
  }
  expect(ejection.isEjected('a')).toBe(false);
  ejection.onOutcome('a', true);
  expect(ejection.isEjected('a')).toBe(true);
  nowMs = 1_000;
  expect(ejection.isEjected('a')).toBe(false);
});
