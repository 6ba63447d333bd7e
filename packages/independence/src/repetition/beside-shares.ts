import type { RepetitionCounts } from './repetition-state.ts';

/**
 * How often a leader showed a value near a follower's new value, as shares of the new values. Each share is the mean of
 * the values above and below.
 */
export type BesideShares = {
  /** The share one tick away. `far` is the share two ticks away. */
  readonly near: number;
  readonly far: number;
  /** The share that chance predicts for the value itself, extrapolated from the two other shares. */
  readonly peak: number;
};

/**
 * Returns how often a leader showed the values one and two ticks from a follower's new values. Unrelated venues with
 * close prices show them nearly as often as the value itself. The upstream of a copy shows them far less.
 *
 * The peak is the share that chance predicts for the value itself. It assumes that distances follow a Laplace
 * distribution: each tick changes the share by the same factor.
 */
export function besideValues(counts: RepetitionCounts, cell: number): BesideShares {
  const sides = 2 * Math.max(1, counts.tested[cell] ?? 0);
  const near = ((counts.besideOne[cell] ?? 0) + 0.5) / (sides + 1);
  const far = ((counts.besideTwo[cell] ?? 0) + 0.5) / (sides + 1);
  return { near, far, peak: near * Math.max(1, near / far) };
}
