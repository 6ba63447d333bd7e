import type { QuestionParams } from '@assay/providers/define';
import type { Attempt } from '../../verification/answer.ts';
import type { Source } from '../../sources/source.ts';
import type { Derived } from '../types/define.ts';

/** The opinion of one provider about a datum of the chain, or the reason why it gave none. */
export type GivenOpinion = {
  /** The attempt as the decision stores it. Its role is `peer`, and its cost is zero when no request was sent. */
  readonly attempt: Attempt;
  /**
   * Returns how the opinion contradicts the datum from the chain, as the end of a sentence. Returns undefined when it
   * does not.
   */
  readonly contradiction: (derived: Derived) => string | undefined;
};

/** Opinions that were requested and may still be in flight. */
export type PendingOpinions = {
  /** Resolves when every provider has answered or failed. Never rejects. */
  readonly all: Promise<void>;
  /** Returns the opinions that have arrived so far. A provider that has not answered yet counts as timed out. */
  readonly given: () => readonly GivenOpinion[];
};

/** Providers of opinions about one data type. An opinion can contradict the chain, but can never confirm it. */
export type OpinionProviders = {
  /** The providers as sources, for the operator's check. */
  readonly sources: readonly Source[];
  /** The maximum cost of asking all providers once, in micro-credits. */
  readonly maxCostMicros: bigint;
  /** Asks all providers in parallel. */
  readonly ask: (params: QuestionParams) => PendingOpinions;
};
