/** The measured relation of two providers. */
export type Relation = 'independent' | 'shared_upstream' | 'unknown';

/** A verdict on two providers of a type, or two nodes, with the evidence for it. */
export type MeasuredPair = {
  readonly a: string;
  readonly b: string;
  readonly verdict: Relation;
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
};

/** Returns the verdict on a pair about which nothing was measured. */
export function unmeasuredPair(a: string, b: string): MeasuredPair {
  return { a, b, verdict: 'unknown', nats: 0, observations: 0, sinceMs: 0, measuredOn: '', maxShare: null };
}
