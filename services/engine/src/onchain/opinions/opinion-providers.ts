import type { QuestionParams } from '@assay/providers/define';
import type { Attempt } from '../../verification/answer.ts';
import type { Source } from '../../sources/source.ts';
import type { Derived } from '../types/define.ts';

/** The opinion of one provider about a datum of the chain, or why it gave none. */
export type GivenOpinion = {
  /** Its role is `peer`. Its cost is zero when nothing was sent. */
  readonly attempt: Attempt;
  /** Returns what contradicts the state of the chain, as the end of a sentence. Undefined when nothing does. */
  readonly contradiction: (derived: Derived) => string | undefined;
};

/** Opinions that were asked for. */
export type PendingOpinions = {
  /** Resolves when every provider has answered or failed. Never rejects. */
  readonly all: Promise<void>;
  /** Returns the opinions as they are now. A provider that has not answered yet counts as timed out. */
  readonly given: () => readonly GivenOpinion[];
};

/** Providers of opinions about one data type. An opinion can contradict the chain, and it never confirms. */
export type OpinionProviders = {
  /** The providers as sources, for the operator's check. */
  readonly sources: readonly Source[];
  /** The maximum cost of asking all of them once. */
  readonly maxCostMicros: bigint;
  /** Asks all of them in parallel. */
  readonly ask: (params: QuestionParams) => PendingOpinions;
};
