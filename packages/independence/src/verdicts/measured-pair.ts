import type { PairVerdict } from '@assay/catalog/outcomes';

/** The verdict on two providers of a data type, or on two nodes, with its evidence. */
export type MeasuredPair = {
  readonly a: string;
  readonly b: string;
  readonly verdict: PairVerdict;
  /** The evidence for a shared upstream on the deciding key, in nats. */
  readonly nats: number;
  /** Number of observations of the deciding key that could distinguish a copy from an independent provider. */
  readonly observations: number;
  /** When the verdict was reached, in milliseconds since the Unix epoch; 0 before the first judgement. */
  readonly sinceMs: number;
  /** The key whose evidence decided. Empty for an unknown pair without evidence. */
  readonly measuredOn: string;
  /**
   * Upper bound (0 to 1) of the share of one provider that comes from the other, in either direction. Null for a pair
   * that is not proven independent, or without a bound. If one of the two is wrong by some amount, their values differ
   * by at least `1 - maxShare` of that amount.
   */
  readonly maxShare: number | null;
  /**
   * The provider's statement about itself that the verdict uses in addition to measurement, as a sentence. Absent when
   * the measurement alone decides.
   */
  readonly reason?: string;
};

/** Number of parts in a whole share. Shares are compared and stored as a number of such parts. */
export const wholeShareParts = 10_000;

/** Tolerance, in parts, for the error of floating point: 0.14 times 10,000 is slightly above 1,400. */
const roundingParts = 1e-6;

/**
 * Returns a share (0 to 1) as a whole number of parts per 10,000, rounded up. Whole numbers can be compared exactly.
 */
export function sharePartsOf(share: number): number {
  return Math.min(wholeShareParts, Math.max(0, Math.ceil(share * wholeShareParts - roundingParts)));
}

/**
 * Returns a pair's bound in the form that messages and stored decisions use: a whole number of parts per 10,000, at
 * least 1. Returns 0 for a pair without a bound.
 */
export function storedShareParts(maxShare: number | null): number {
  return maxShare === null ? 0 : Math.max(1, sharePartsOf(maxShare));
}

/** Returns the verdict on a pair that was not measured. */
export function unmeasuredPair(a: string, b: string): MeasuredPair {
  return { a, b, verdict: 'unknown', nats: 0, observations: 0, sinceMs: 0, measuredOn: '', maxShare: null };
}
