import { expect, test } from '@jest/globals';
import { createSlotClock, slotMs } from './slot-clock.ts';

test('tipBefore returns the newest slot of that time, however many changes added slots since', () => {
  let nowMs = Date.parse('2026-11-21T08:00:00Z');
  const slots = createSlotClock(() => nowMs);
  const before = slots.tip();
  nowMs += 30_000;
  const then = slots.tip();
  for (let change = 0; change < 1_200; change += 1) {
    nowMs += 10;
    slots.advance();
  }
  expect(slots.tipBefore(1_200 * 10)).toBe(then);
  expect(slots.tipBefore(1_200 * 10 + 30_000)).toBe(before);
  expect(slots.tipBefore(0)).toBe(slots.tip());
});

test('without changes tipBefore counts whole slots back', () => {
  const nowMs = Date.parse('2026-11-21T08:00:00Z');
  const slots = createSlotClock(() => nowMs);
  expect(slots.tipBefore(7 * slotMs)).toBe(slots.tip() - 7);
});
