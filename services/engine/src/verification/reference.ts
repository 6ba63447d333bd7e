import type { QuestionParams } from '@assay/providers/define';
import type { Attempt } from './answer.ts';

/** A reference's value, as decimal strings, and how far it may have moved since its publication. */
export type ReferenceEstimate = {
  readonly value: string;
  readonly confidence: string;
  /** In whole basis points. */
  readonly movementBps: number;
};

/** One reading of a reference, successful or not. `costMicros` is the cost of every request that the reading sent. */
export type ReferenceReading = Omit<Attempt, 'span' | 'role' | 'coalesced'> & {
  /** The name of the reference in reasons. Absent for the price account on chain. */
  readonly description?: string;
  /**
   * The value, half the width of its confidence interval, and how far the value plausibly moved since its publication.
   * Present when answers can be compared with it. Absent for an account that no independent node confirms.
   */
  readonly estimate?: ReferenceEstimate;
  /** Whether another call had already started the reading. This call pays the same price. */
  readonly coalesced?: boolean;
};

/** An authority, besides the providers, with which the answers of one type are compared. */
export type Reference = {
  /** The name of the reference in the measurement of independence. */
  readonly id: string;
  /**
   * The provider that publishes the same stream, according to its own documentation. A provider that is independent of
   * this one is independent of the reference.
   */
  readonly upstreamProvider: string;
  /** Maximum cost of one reading, in micro-credits. */
  readonly maxCostMicros: bigint;
  /** Returns whether the reference has a value for these parameters. */
  readonly covers: (params: QuestionParams) => boolean;
  /**
   * Returns the reason why the reference has no value for these parameters, as text for a caller. Undefined when it has
   * one.
   */
  readonly whyUncovered?: (params: QuestionParams) => string | undefined;
  /** Reads the reference before a deadline. Never rejects. */
  readonly read: (params: QuestionParams, deadlineAtMs: number) => Promise<ReferenceReading>;
};

/** References by data type. */
export type References = ReadonlyMap<string, Reference>;
