import { expect, test } from '@jest/globals';
import { ago, credits, duration, exactTime, percentile, prettyJson, roundedCredits, shortTraceId } from './format.ts';

test.each([
  ['0', '0'],
  ['1', '0.000001'],
  ['-500', '-0.0005'],
  ['1000000', '1'],
  ['1234567890000', '1,234,567.89'],
  ['-12345678901234567890', '-12,345,678,901,234.56789'],
])('%s micro-credits are %s credits', (micros, expected) => {
  expect(credits(micros)).toBe(expected);
});

test('a rounded balance has two decimals and is never more than the balance', () => {
  expect(roundedCredits('249987624')).toBe('249.98');
  expect(roundedCredits('9999')).toBe('0');
});

test('a time is relative in the largest unit that fits, before and after now', () => {
  const nowMs = Date.parse('2026-11-20T12:00:00.000Z');
  expect(ago(nowMs - 5_000, nowMs)).toBe('5 seconds ago');
  expect(ago(nowMs - 90 * 60_000, nowMs)).toMatch(/^[12] hours? ago$/);
  expect(ago(nowMs + 3_600_000, nowMs)).toBe('in 1 hour');
  expect(ago('2026-11-17T12:00:00.000Z', nowMs)).toBe('3 days ago');
  expect(exactTime(nowMs)).toBe('2026-11-20T12:00:00.000Z');
});

test.each([
  [0, '0 ms'],
  [999, '999 ms'],
  [1_500, '1.5 s'],
  [-2_000, '-2.0 s'],
  [119_000, '119.0 s'],
  [600_000, '10 min'],
  [7_200_000, '2.0 h'],
  [3 * 86_400_000, '3.0 days'],
])('%d ms is written as %s', (durationMs, expected) => {
  expect(duration(durationMs)).toBe(expected);
});

test('a percentile is the nearest rank, and there is none without numbers', () => {
  expect(percentile([], 0.5)).toBeUndefined();
  expect(percentile([3, 1, 2], 0.5)).toBe(2);
  expect(percentile([3, 1, 2], 0.99)).toBe(3);
});

test('JSON is indented, and a text that is no JSON stays as it is', () => {
  expect(prettyJson('{"a":1}')).toBe('{\n  "a": 1\n}');
  expect(prettyJson('<html>')).toBe('<html>');
});

test('a short trace id shows its end, which differs between neighbours', () => {
  expect(shortTraceId('tr_01a204d2db453e5ee579bc49eaff2878')).toBe('…eaff2878');
});
