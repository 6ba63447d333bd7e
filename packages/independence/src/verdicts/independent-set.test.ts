import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { largestIndependentSet } from './independent-set.ts';

function byTrying(joined: readonly number[]): number {
  let best = 0;
  for (let set = 0; set < 1 << joined.length; set++) {
    const members = joined.flatMap((_, node) => ((set >> node) & 1 ? [node] : []));
    if (members.every((node) => ((joined[node] ?? 0) & set) === 0)) {
      best = Math.max(best, members.length);
    }
  }
  return best;
}

const graph = (max: number): fc.Arbitrary<number[]> =>
  fc
    .record({ size: fc.integer({ min: 0, max: max }), edges: fc.array(fc.tuple(fc.nat(max - 1), fc.nat(max - 1))) })
    .map(({ size, edges }) => {
      const joined = Array.from({ length: size }, () => 0);
      for (const [a, b] of edges) {
        if (a >= size || b >= size || a === b) {
          continue;
        }
        joined[a] = (joined[a] ?? 0) | (1 << b);
        joined[b] = (joined[b] ?? 0) | (1 << a);
      }
      return joined;
    });

test('finds the same size as a search through all sets', () => {
  fc.assert(fc.property(graph(10), (joined) => largestIndependentSet(joined) === byTrying(joined)));
});

test('counts joined nodes as one and separate nodes one by one, up to 32', () => {
  const full = Array.from({ length: 32 }, (_, node) => -1 & ~(1 << node));
  expect(largestIndependentSet(full)).toBe(1);
  expect(largestIndependentSet(Array.from({ length: 32 }, () => 0))).toBe(32);
  expect(largestIndependentSet([])).toBe(0);
  expect(() => largestIndependentSet(Array.from({ length: 33 }, () => 0))).toThrow(RangeError);
});
