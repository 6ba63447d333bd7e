import { expect, test } from '@jest/globals';
import { lockRule } from '../constants/response.ts';
import { comparableValues, lockRatios, type LockDelay, type RecentMoves } from './lock-ratios.ts';

const cellMs = 3_000;

/** Returns a provider that shows a new value at every third poll, `lateMs` milliseconds after the values were made. */
function movesOf(values: readonly number[], lateMs: number): RecentMoves {
  return {
    timesMs: Float64Array.from(values, (_, move) => 3 * cellMs * move + lateMs),
    logs: Float32Array.from(values),
    step: 1,
    tick: 0.1,
    isFast: false,
  };
}

// The steps of this path never repeat within the stored moves.
const walk = Array.from({ length: 200 }, (_, move) => Math.round(400 * Math.sin(move * move)) / 10);
const ratiosOf = (follower: RecentMoves, leader: RecentMoves, delay: LockDelay): Float64Array =>
  lockRatios(follower, leader, delay, cellMs, new Float64Array(2 * lockRule.values));
const now: LockDelay = { delayMs: 0, pollsAfter: 0, sinceMs: 0 };

test('a copy with a mark-up stays at one ratio, and a late one does at its delay alone', () => {
  const venue = movesOf(walk, 0);
  const marked = movesOf(
    walk.map((value) => value + 7),
    500,
  );
  ratiosOf(marked, venue, now).forEach((ratio) => expect(ratio).toBeCloseTo(7, 4));
  const late = movesOf(walk, 30_000);
  expect(new Set(ratiosOf(late, venue, now)).size).toBeGreaterThan(20);
  expect([...new Set(ratiosOf(late, venue, { ...now, delayMs: 30_000, pollsAfter: 1 }))]).toEqual([0]);
});

test('the latest values count, without those from before the delay was chosen or before the stored moves', () => {
  const venue = movesOf(walk, 0);
  const copy = movesOf(walk, 500);
  expect(ratiosOf(copy, venue, now)).toHaveLength(lockRule.values);
  const chosen = { ...now, sinceMs: copy.timesMs[190] ?? 0 };
  expect(ratiosOf(copy, venue, chosen)).toHaveLength(10);
  const short = movesOf(walk.slice(-5), 0);
  const lately = { ...short, timesMs: venue.timesMs.slice(-5) };
  expect(ratiosOf(copy, lately, now)).toHaveLength(5);
  for (const [leader, delay] of [
    [venue, now],
    [venue, chosen],
    [lately, now],
  ] as const) {
    expect(comparableValues(copy, leader, delay, cellMs)).toBe(ratiosOf(copy, leader, delay).length);
  }
});
