import { repetitionRule } from '../constants/repetition.ts';

/** The recent values of one provider, as runs of one value, with how close its own values lie to one another. */
export type ValueHistory = {
  /** Per run, in a ring: the value's logarithm, when it was first and last seen, and whether it was news. */
  readonly logs: Float64Array;
  readonly firstMs: Float64Array;
  readonly lastMs: Float64Array;
  readonly isNews: Uint8Array;
  /** Number of runs so far, and the next runs to test against others and for own distances. */
  runs: number;
  nextLag: number;
  nextOwn: number;
  /** Times of the first answer and of the last one that was taken, in milliseconds since the state's start. */
  startMs: number;
  takenMs: number;
  /** The usual time between two answers. */
  gapMs: number;
  /** Holds by their length in polls, 1 to 64. */
  readonly holds: Float32Array;
  /** Distances of new values from the own value one short hold before or after, by size. */
  readonly ownDistances: Float32Array;
};

/** Counts of one ordered pair per lag class. */
export type RepetitionCounts = {
  /** New values that could be tested, and those of them that the leader showed exactly. */
  readonly tested: Uint16Array;
  readonly exact: Uint16Array;
  /** How often the leader showed the value one tick above or below; twice where both. */
  readonly besideOne: Uint16Array;
  /** The same at two ticks. */
  readonly besideTwo: Uint16Array;
  /** The latest 32 events as bits: whether they were exact hits. */
  readonly recent: Uint32Array;
  /** The coarser tick in basis points when counting began, and whether both ticks are coarse. */
  readonly tickBp: number;
  readonly isCoarse: boolean;
};

/** The state of the repetition test for a key. */
export type RepetitionState = {
  readonly histories: ValueHistory[];
  /** Counts by follower times `maxProviders` plus leader; absent while nothing could be tested. */
  readonly pairs: Record<number, RepetitionCounts>;
  halvedMs: number;
};

const edgesMs = repetitionRule.lagEdgesSeconds.map((seconds) => 1000 * seconds);
/** The number of lag classes. */
export const lagClasses = edgesMs.length - 1;
/** The shortest and longest lag of each class in milliseconds. */
export const fromLagMs = Float64Array.from(edgesMs.slice(0, -1));
export const untilLagMs = Float64Array.from(edgesMs.slice(1));

/** Creates the state of a test that has seen nothing. */
export function createRepetitionState(): RepetitionState {
  return { histories: [], pairs: {}, halvedMs: 0 };
}

/** Creates the history of a provider that has not answered yet. */
export function createHistory(): ValueHistory {
  const { historyRuns, distanceEdgesBp } = repetitionRule;
  return {
    logs: new Float64Array(historyRuns),
    firstMs: new Float64Array(historyRuns),
    lastMs: new Float64Array(historyRuns),
    isNews: new Uint8Array(historyRuns),
    runs: 0,
    nextLag: 1,
    nextOwn: 1,
    startMs: 0,
    takenMs: -1e12,
    gapMs: 3000,
    holds: new Float32Array(65),
    ownDistances: new Float32Array(distanceEdgesBp.length + 1),
  };
}

/** Creates counts with nothing in them. */
export function createRepetitionCounts(tickBp: number, isCoarse: boolean): RepetitionCounts {
  return {
    tested: new Uint16Array(lagClasses),
    exact: new Uint16Array(lagClasses),
    besideOne: new Uint16Array(lagClasses),
    besideTwo: new Uint16Array(lagClasses),
    recent: new Uint32Array(lagClasses),
    tickBp,
    isCoarse,
  };
}
