import { expect, test } from '@jest/globals';
import { timeOrderedId } from './time-ordered-id.ts';

test('an id has 32 hex digits, the first 12 of which are its millisecond', () => {
  const id = timeOrderedId(Date.UTC(2026, 0, 2));
  expect(id).toMatch(/^[0-9a-f]{32}$/);
  expect(Number.parseInt(id.slice(0, 12), 16)).toBe(Date.UTC(2026, 0, 2));
});

test('the random digits of many ids differ, and no id before 1970 has a sign', () => {
  const random = Array.from({ length: 2_000 }, () => timeOrderedId().slice(12));
  expect(new Set(random).size).toBe(2_000);
  expect(timeOrderedId(-5)).toMatch(/^0{12}[0-9a-f]{20}$/);
});

test('ids of later milliseconds sort later, and ids of one millisecond differ', () => {
  expect(timeOrderedId(1_000) < timeOrderedId(1_001)).toBe(true);
  const ids = Array.from({ length: 1_000 }, () => timeOrderedId(5));
  expect(new Set(ids).size).toBe(1_000);
});
