import { expect, test } from '@jest/globals';
import { createPrintRecord } from './print-record.ts';

test('a record begins with its first print, and again with the next one after a loss', () => {
  const record = createPrintRecord(8);
  const since = (name: string, receivedAtMs: number): number =>
    record.completeSinceMs(name, { receivedAtMs, completeSinceMs: 0 });
  expect([since('a', 10), since('b', 20), since('a', 30)]).toEqual([10, 20, 10]);
  record.lose('a');
  expect([since('a', 40), since('b', 50), since('a', 60)]).toEqual([40, 20, 40]);
});

test('a gap of the venue after the beginning counts', () => {
  const record = createPrintRecord(8);
  record.completeSinceMs('a', { receivedAtMs: 10, completeSinceMs: 5 });
  expect(record.completeSinceMs('a', { receivedAtMs: 40, completeSinceMs: 30 })).toBe(30);
});

test('a name that was forgotten for others begins again', () => {
  const record = createPrintRecord(1);
  record.completeSinceMs('a', { receivedAtMs: 10, completeSinceMs: 0 });
  record.completeSinceMs('b', { receivedAtMs: 20, completeSinceMs: 0 });
  expect(record.completeSinceMs('a', { receivedAtMs: 30, completeSinceMs: 0 })).toBe(30);
});
