import { expect, test } from '@jest/globals';
import { exploreDesign, findSeed, sizes } from './explorations.ts';
import { ownerDesign } from './owner-design.ts';
import { presentDesign } from './present-design.ts';

/** "make explore-billing" explores runs with more faults and all seeded faults. These tests take a second or two. */
const timeoutMs = 120_000;

test.each(sizes.filter(({ calls }) => calls === 2))(
  'with one fault anywhere, both designs keep every promise of credits.md: %j',
  (size) => {
    for (const design of [presentDesign(size.isKeyed), ownerDesign(size.isKeyed)]) {
      const { isComplete, violation, finalStates } = exploreDesign(design, { ...size, faults: 1 });
      expect(violation).toBeUndefined();
      expect(isComplete).toBe(true);
      expect(finalStates).toBeGreaterThan(20);
    }
  },
  timeoutMs,
);

test(
  'the explorer finds a charge that PostgreSQL does not fence, and one that nobody received',
  () => {
    expect(findSeed('no fencing')?.violation?.rule).toBe('the balance is below zero');
    expect(findSeed('watermark before the flush')?.violation?.rule).toMatch(/charged, but it was not received/);
  },
  timeoutMs,
);
