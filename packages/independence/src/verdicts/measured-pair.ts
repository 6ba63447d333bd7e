import type { PairVerdict } from '@assay/catalog/outcomes';

/** A verdict on two providers of a type, or two nodes, with the evidence for it. */
export type MeasuredPair = {
  readonly a: string;
  readonly b: string;
  readonly verdict: PairVerdict;
  /** The evidence for a shared upstream on the deciding key, in nats. */
  readonly nats: number;
  /** Observations of the deciding key that can distinguish a copy from an independent provider. */
  readonly observations: number;
  /** When the verdict was reached, in milliseconds since the Unix epoch; zero before any judgement. */
  readonly sinceMs: number;
  /** The key whose evidence decided; empty for an unknown pair without evidence. */
  readonly measuredOn: string;
  /**
   * Upper bound (0 to 1) of what either of the two contains of the other, where independence is proven. An error of the
   * one shows in the other at least at `1 - maxShare` of its size. Null while nothing bounds it.
   */
  readonly maxShare: number | null;
  /**
   * Why the verdict rests on more than the measurement of the two, as a sentence: what a provider states about itself. Absent
   * when the measurement alone decides.
   */
  readonly reason?: string;
};

/** A share of everything, in the parts in which shares are compared and stored. */
export const wholeShareParts = 10_000;

/** 0.14 times 10,000 is a little above 1,400 in floating point, and that little is no part of a share. */
const roundingParts = 1e-6;

/** Returns a share (0 to 1) in parts per 10,000, rounded up, so that numbers can be compared without a float. */
export function sharePartsOf(share: number): number {
  return Math.min(wholeShareParts, Math.max(0, Math.ceil(share * wholeShareParts - roundingParts)));
}

/** Returns the bound of a pair as messages and stored decisions have it: at least 1; zero while nothing bounds the pair. */
export function storedShareParts(maxShare: number | null): number {
  return maxShare === null ? 0 : Math.max(1, sharePartsOf(maxShare));
}

/** Returns the verdict on a pair about which nothing was measured. */
export function unmeasuredPair(a: string, b: string): MeasuredPair {
  return { a, b, verdict: 'unknown', nats: 0, observations: 0, sinceMs: 0, measuredOn: '', maxShare: null };
}
