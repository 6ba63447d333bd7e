import { expect, test } from '@jest/globals';
import { rememberRefusedKeys } from './negative-key-cache.ts';

const hash = (name: string): Uint8Array => Buffer.from(name.padEnd(32, '.'));

test('a refusal is remembered for its time and no longer', () => {
  let nowMs = 0;
  const refused = rememberRefusedKeys({ keepForMs: 10_000, maxKept: 10, now: () => nowMs });
  refused.add(hash('a'));
  expect([refused.has(hash('a')), refused.has(hash('b'))]).toEqual([true, false]);
  nowMs = 9_999;
  expect(refused.has(hash('a'))).toBe(true);
  nowMs = 10_000;
  expect(refused.has(hash('a'))).toBe(false);
});

test('a flood of keys forgets the oldest and never grows past its bound', () => {
  const refused = rememberRefusedKeys({ keepForMs: 10_000, maxKept: 2, now: () => 0 });
  refused.add(hash('a'));
  refused.add(hash('b'));
  refused.add(hash('a'));
  refused.add(hash('c'));
  expect(['a', 'b', 'c'].map((name) => refused.has(hash(name)))).toEqual([true, false, true]);
});
