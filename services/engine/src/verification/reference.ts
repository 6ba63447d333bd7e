import type { QuestionParams } from '@assay/providers/define';
import type { Attempt } from './answer.ts';

/** A reference's number, as decimal strings, and how far it may have moved since. */
export type ReferenceEstimate = {
  readonly value: string;
  readonly confidence: string;
  /** In whole basis points. */
  readonly movementBps: number;
};

/** One reading of a reference, successful or not. `costMicros` is the cost of every request that the reading sent. */
export type ReferenceReading = Omit<Attempt, 'span' | 'role' | 'coalesced'> & {
  /** What reasons call the reference. Absent for the price account on chain. */
  readonly description?: string;
  /**
   * The value, half the width of its confidence interval, and how far the value plausibly moved since its publication.
   * Present when answers can be compared with it. An account that no independent node confirms has none.
   */
  readonly estimate?: ReferenceEstimate;
  /** Whether another call had already started the reading. It costs this call the same. */
  readonly coalesced?: boolean;
};

/** An authority, besides the providers, that the answers of one type are compared with. */
export type Reference = {
  /** The name under which its independence of providers is measured. */
  readonly id: string;
  /**
   * The provider that publishes the same stream, by its own documentation. A provider that is independent of it is
   * independent of this reference.
   */
  readonly upstreamProvider: string;
  /** Maximum cost of one reading. */
  readonly maxCostMicros: bigint;
  /** Whether the reference has a value for these parameters. */
  readonly covers: (params: QuestionParams) => boolean;
  /** Returns why the reference has no value for these parameters, as text for a caller. Undefined when it has one. */
  readonly whyUncovered?: (params: QuestionParams) => string | undefined;
  /** Reads the reference before a deadline. Never rejects. */
  readonly read: (params: QuestionParams, deadlineAtMs: number) => Promise<ReferenceReading>;
};

/** References by data type. */
export type References = ReadonlyMap<string, Reference>;
