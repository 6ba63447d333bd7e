import { expect, test } from '@jest/globals';
import { createUnknownKeyLimit } from './unknown-key-limit.ts';

const address = '203.0.113.7';
const key = (fill: number): Buffer => Buffer.alloc(32, fill);
const limitAt = (now: () => number) => createUnknownKeyLimit({ perSecond: 10, burst: 3, maxEntries: 100, now });

test('an address may look up its burst of unknown keys, and then ten a second', () => {
  let nowMs = 0;
  const limit = limitAt(() => nowMs);
  for (let lookUp = 0; lookUp < 3; lookUp += 1) {
    expect(limit.waitMs(address, key(1))).toBe(0);
    limit.onUnknown(address);
  }
  expect(limit.waitMs(address, key(1))).toBe(100);
  expect(limit.waitMs('203.0.113.8', key(1))).toBe(0);
  nowMs = 100;
  expect(limit.waitMs(address, key(1))).toBe(0);
});

test('a key that was accepted before is never refused, until it is revoked', () => {
  const limit = limitAt(() => 0);
  limit.onKnown(key(2));
  Array.from({ length: 5 }, () => limit.onUnknown(address));
  expect(limit.waitMs(address, key(2))).toBe(0);
  limit.forget(key(2));
  expect(limit.waitMs(address, key(2))).toBeGreaterThan(0);
});

test('zero look-ups per second means no limit', () => {
  const limit = createUnknownKeyLimit({ perSecond: 0, burst: 0, maxEntries: 100, now: () => 0 });
  limit.onUnknown(address);
  expect(limit.waitMs(address, key(1))).toBe(0);
});
