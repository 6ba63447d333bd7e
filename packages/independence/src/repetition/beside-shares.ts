import { repetitionRule } from '../constants/repetition.ts';
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
export function besideValues(counts: RepetitionCounts, lagClass: number): BesideShares {
  const sides = 2 * Math.max(1, counts.tested[lagClass] ?? 0);
  const near = ((counts.besideOne[lagClass] ?? 0) + 0.5) / (sides + 1);
  const far = ((counts.besideTwo[lagClass] ?? 0) + 0.5) / (sides + 1);
  return { near, far, peak: near * Math.max(1, near / far) };
}

/** Repeated moves at the best ratio, and the share of those at the ratios beside it. */
export type RatioHits = { readonly hits: number; readonly beside: number };

/**
 * Returns the repeated moves of coarse ticks at the best ratio that moves a value by a tick or more. A ratio of 1 is left
 * to single values, since moves cannot tell values that are one tick apart.
 */
export function ratioHits(counts: RepetitionCounts, lagClass: number): RatioHits {
  const cells = repetitionRule.ringCells / 2;
  const at = (cell: number): number =>
    counts.rings[lagClass * repetitionRule.ringCells + ((cell + cells) & (cells - 1))] ?? 0;
  let best = 1;
  for (let cell = 1; cell < cells - 1; cell++) {
    best = at(cell) > at(best) ? cell : best;
  }
  // A move hits two cells in a row.
  const other = at(best + 1) > at(best - 1) ? best + 1 : best - 1;
  const sum = at(Math.min(best, other) - 1) + at(Math.max(best, other) + 1);
  return { hits: at(best), beside: sum / (2 * Math.max(1, counts.movesTested[lagClass] ?? 0)) };
}
