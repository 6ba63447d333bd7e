import { delayCells, proofWindows } from './delay-windows.ts';
import { delaySteps, printRule } from './print-rule.ts';

/**
 * Counts for each ordered pair (a, b): how many trades of `a` provider `b` also showed. The index of the pair is `a *
 * capacity + b`.
 */
export type PrintCounts = {
  /**
   * Sum of the weights of the events that `b` could have shown. Each counter (of each memory, and of sums) has one such
   * sum for each sign of the delay and each delay step.
   */
  readonly events: Float32Array;
  /**
   * Evidence, in nats, that all events would give if `b` showed none of them. There is one number for each expected
   * chance (`proofChances`), sign of the delay, and delay step.
   */
  readonly missing: Float32Array;
  /**
   * Evidence, in nats, to subtract from `missing` because `b` did show some events. There is one number for each kind
   * of price (`priceKinds`), expected chance, and proof window (`spentRow`).
   */
  readonly spent: Float32Array;
  /** Sum of the weights of the events that `b` did show, in rows of delay cells (`shownRow`). */
  readonly shown: Float32Array;
  /** Number of the next entry of `a` to compare with the record of `b`, for each delay step. */
  readonly next: Float64Array;
};

/** Number of memories of an ordered pair: the long one and the recent one. */
export const memories = printRule.memoryEvents.length;
/**
 * Index of the counters of events that sums could show too: events whose sizes are among the stored sizes of sums.
 * These counters come after those of the memories.
 */
export const sumEvents = printRule.memoryEvents.length;
/**
 * Number of counters of an ordered pair for comparable events. `shownCells` is the number of its counters for events
 * that the second provider also showed.
 */
export const eventCells = (sumEvents + 1) * 2 * delaySteps.length;
export const shownCells = 4 * delayCells;
/**
 * The rows of shown events: trades of one size in the long and the recent memory, trades and sums of one size, and
 * trades at one price with slightly different sizes.
 */
export const shownRow = { long: 0, recent: 1, sums: 2, similar: 3 } as const;
/**
 * A faithful relay shows a size at the same price, and a relay with a mark-up shows it at a different price. The proof
 * tests these two kinds of matches separately.
 */
export const priceKinds = ['same_price', 'other_price'] as const;
/** Number of counters `missing` and `spent` of an ordered pair. */
export const missingCells = printRule.proofChances.length * 2 * delaySteps.length;
export const spentCells = printRule.proofChances.length * priceKinds.length * proofWindows.length;

/**
 * Returns the index in `spent` of the first proof window, for an ordered pair, a kind of price and the first expected
 * chance. The windows of the other expected chances follow.
 */
export function spentRow(row: number, kind: (typeof priceKinds)[number]): number {
  const kindIndex = kind === 'same_price' ? 0 : 1;
  return row * spentCells + kindIndex * printRule.proofChances.length * proofWindows.length;
}

/** Returns the counts of no events. */
export function emptyCounts(capacity: number): PrintCounts {
  const pairs = capacity * capacity;
  return {
    events: new Float32Array(pairs * eventCells),
    missing: new Float32Array(pairs * missingCells),
    spent: new Float32Array(pairs * spentCells),
    shown: new Float32Array(pairs * shownCells),
    next: new Float64Array(pairs * delaySteps.length),
  };
}
