import type { RepetitionCounts } from './repetition-state.ts';

/** Shares of new values for which a leader also showed a value beside them, per side. */
export type BesideShares = {
  /** The share one tick beside, and two ticks beside. */
  readonly near: number;
  readonly far: number;
  /** The share that chance gives at no distance, continued from the two others. */
  readonly peak: number;
};

/**
 * Returns how often a leader showed the values one tick beside a follower's new values. Unrelated venues with close
 * prices show these nearly as often as the value itself; the upstream of a copy shows them far less.
 *
 * The peak is the share expected at the value itself. It assumes Laplace distributed distances: each tick changes the
 * share by the same factor.
 */
export function besideValues(counts: RepetitionCounts, cell: number): BesideShares {
  const sides = 2 * Math.max(1, counts.tested[cell] ?? 0);
  const near = ((counts.besideOne[cell] ?? 0) + 0.5) / (sides + 1);
  const far = ((counts.besideTwo[cell] ?? 0) + 0.5) / (sides + 1);
  return { near, far, peak: near * Math.max(1, near / far) };
}
