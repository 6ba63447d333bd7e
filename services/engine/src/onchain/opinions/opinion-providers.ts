import type { QuestionParams } from '../../providers/define.ts';
import type { AttemptReport } from '../../verification/report.ts';
import type { Derived } from '../types/define.ts';

/** What one provider beside the chain said about the same thing, or why it said nothing. */
export type PeerSaid = {
  /** Its role is `peer`. Its cost is zero when nothing was sent. */
  readonly attempt: AttemptReport;
  /** What in it contradicts the state of the chain, as the end of a sentence; undefined when nothing does. */
  readonly contradiction: (derived: Derived) => string | undefined;
};

/** Peers that are being asked. */
export type PeersAsked = {
  /** Resolves when all have answered or failed. Never rejects. */
  readonly all: Promise<void>;
  /** All that were sent something, as they stand now: one that has not answered yet counts as timed out. */
  readonly said: () => readonly PeerSaid[];
};

/** Providers that say something about what a type derives from the chain. They cannot confirm it, only contradict. */
export type Peers = {
  /** The most that asking them once can cost. */
  readonly maxCostMicros: bigint;
  /** Asks all of them side by side. */
  readonly ask: (params: QuestionParams) => PeersAsked;
};
