import type { QuestionParams } from '@assay/providers/define';
import type { Attempt } from './answer.ts';

/**
 * A reference's value and confidence as decimal strings, and how far the value may have moved since its publication.
 */
export type ReferenceEstimate = {
  readonly value: string;
  readonly confidence: string;
  /** Plausible movement of the value since its publication, in whole basis points. */
  readonly movementBps: number;
};

/** One reading of a reference, successful or not. `costMicros` is the cost of every request that the reading sent. */
export type ReferenceReading = Omit<Attempt, 'span' | 'role' | 'coalesced'> & {
  /** The name of the reference in texts for callers. Absent for the price account on the chain. */
  readonly description?: string;
  /**
   * The value of the reference, which answers can be compared with. Absent when the reading gave no usable value, for
   * example for an account that no independent node confirms.
   */
  readonly estimate?: ReferenceEstimate;
  /** Whether this call shares a reading that another call had started before. Both calls pay the full price. */
  readonly coalesced?: boolean;
};

/** An authority with which the answers of one type are compared. It is not a provider. */
export type Reference = {
  /** The name of the reference in the measurement of independence. */
  readonly id: string;
  /**
   * The provider that, by its own documentation, publishes the same values as the reference. A source that is
   * independent of this provider counts as independent of the reference.
   */
  readonly upstreamProvider: string;
  /** Maximum cost of one reading, in micro-credits. */
  readonly maxCostMicros: bigint;
  /** Returns whether the reference has a value for these parameters. */
  readonly covers: (params: QuestionParams) => boolean;
  /**
   * Returns the reason why the reference has no value for these parameters, as text for a caller. Returns undefined
   * when the reference has a value.
   */
  readonly whyUncovered?: (params: QuestionParams) => string | undefined;
  /** Reads the reference before a deadline. Never rejects. */
  readonly read: (params: QuestionParams, deadlineAtMs: number) => Promise<ReferenceReading>;
};

/** References by data type. */
export type References = ReadonlyMap<string, Reference>;
