import { expect, test } from '@jest/globals';
import { createNegativeKeyCache } from './negative-key-cache.ts';

const hash = (name: string): Uint8Array => Buffer.from(name.padEnd(32, '.'));

test('an entry lasts for its time to live and no longer', () => {
  let nowMs = 0;
  const cache = createNegativeKeyCache({ ttlMs: 10_000, maxKeys: 10, now: () => nowMs });
  cache.add(hash('a'));
  expect([cache.has(hash('a')), cache.has(hash('b'))]).toEqual([true, false]);
  nowMs = 9_999;
  expect(cache.has(hash('a'))).toBe(true);
  nowMs = 10_000;
  expect(cache.has(hash('a'))).toBe(false);
});

test('a full cache evicts its oldest entry', () => {
  const cache = createNegativeKeyCache({ ttlMs: 10_000, maxKeys: 2, now: () => 0 });
  cache.add(hash('a'));
  cache.add(hash('b'));
  cache.add(hash('a'));
  cache.add(hash('c'));
  expect(['a', 'b', 'c'].map((name) => cache.has(hash(name)))).toEqual([true, false, true]);
});
