import { expect, test } from '@jest/globals';
import { placeOn, timeAxis } from './time-axis.ts';

const attempt = (askedAtMs: number | null, receivedAtMs: number | null, sourceAtMs: number | null) => ({
  askedAtMs,
  receivedAtMs,
  sourceAtMs,
});

test('the axis begins at the earliest time of a source, and ends with the last answer', () => {
  const axis = timeAxis([attempt(1_000, 1_100, 950), attempt(1_010, 1_200, null)]);
  expect(axis).toEqual({ startMs: 950, endMs: 1_200, zeroMs: 1_000 });
});

test('a source that measured long ago is at the left end, and leaves most of the axis to the calls', () => {
  const axis = timeAxis([attempt(1_000_000, 1_000_200, 1)]);
  expect(axis).toEqual({ startMs: 999_960, endMs: 1_000_200, zeroMs: 1_000_000 });
  expect(axis && placeOn(axis, 1)).toBe(0);
  expect(axis && placeOn(axis, 1_000_200)).toBe(1);
});

test('one early source does not hide that another one measured shortly before it was asked', () => {
  expect(timeAxis([attempt(1_000_000, 1_000_020, 999_940), attempt(1_000_000, 1_000_010, 1)])).toEqual({
    startMs: 999_940,
    endMs: 1_000_020,
    zeroMs: 1_000_000,
  });
});

test('an axis without an answer has a length, and there is none when nobody was asked', () => {
  expect(timeAxis([attempt(5, null, null)])).toEqual({ startMs: 5, endMs: 6, zeroMs: 5 });
  expect(timeAxis([attempt(null, null, 3)])).toBeUndefined();
});
