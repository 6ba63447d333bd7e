import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createClockOffset } from './clock-offset.ts';

test('events that arrive before their own time show how far the clock is ahead', () => {
  const offset = createClockOffset();
  offset.add(10_300, 10_000);
  offset.add(10_500, 10_450);
  expect(offset.leadMs()).toBe(300);
});

test('a clock that is behind cannot be told from a slow network, so it has no lead', () => {
  const offset = createClockOffset();
  offset.add(9_000, 10_000);
  offset.add(9_100, 10_400);
  expect([offset.leadMs(), offset.lagMs()]).toEqual([0, 300]);
});

test('the estimate follows a clock that was corrected, after at most two windows', () => {
  const offset = createClockOffset();
  offset.add(10_900, 10_000);
  offset.add(80_000, 80_000);
  expect(offset.leadMs()).toBe(900);
  offset.add(150_000, 150_010);
  expect(offset.leadMs()).toBe(0);
});

test('with any delays the lead is at most the true one, and it is never negative', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -5_000, max: 5_000 }),
      fc.array(fc.integer({ min: 0, max: 2_000 }), { minLength: 1, maxLength: 50 }),
      (aheadMs, delays) => {
        const offset = createClockOffset();
        delays.forEach((delayMs, index) => offset.add(index * 100 + aheadMs, index * 100 + delayMs));
        expect(offset.leadMs()).toBe(Math.max(0, aheadMs - Math.min(...delays)));
        expect(offset.lagMs()).toBe((delays.at(-1) ?? 0) - Math.min(...delays));
      },
    ),
  );
});
