import type { PairVerdict } from '@assay/catalog/outcomes';

/** Counts of pairs of sources: those whose independence is decided, and those that more evidence can still decide. */
export type PairCounts = {
  /** Pairs that are proven independent, or proven to share an upstream. */
  readonly decided: number;
  /** Pairs without a verdict that more evidence can decide. */
  readonly open: number;
};

/**
 * Counts the pairs of the named sources by their verdict.
 * @param undecidable sources for which no evidence leads to a verdict, because they state that they combine others.
 */
export function countPairs(
  names: readonly string[],
  relation: (a: string, b: string) => PairVerdict,
  undecidable: ReadonlySet<string> = new Set(),
): PairCounts {
  let decided = 0;
  let open = 0;
  names.forEach((a, index) => {
    for (const b of names.slice(index + 1)) {
      if (relation(a, b) !== 'unknown') {
        decided += 1;
      } else if (!undecidable.has(a) && !undecidable.has(b)) {
        open += 1;
      }
    }
  });
  return { decided, open };
}

/** Adds the counts of several assets. */
export function sumOfPairs(counts: readonly PairCounts[]): PairCounts {
  return counts.reduce((sum, { decided, open }) => ({ decided: sum.decided + decided, open: sum.open + open }), {
    decided: 0,
    open: 0,
  });
}
