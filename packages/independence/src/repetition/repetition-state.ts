import { repetitionRule } from '../constants/repetition.ts';

/**
 * The recent values of one provider as runs, and how close its own values lie to one another. A run is a time in which
 * the provider shows one value.
 */
export type ValueHistory = {
  /**
   * For each run, in a ring: the logarithm of the value, when the value was first and last seen, and whether it was
   * new.
   */
  readonly logs: Float64Array;
  readonly firstMs: Float64Array;
  readonly lastMs: Float64Array;
  readonly isNews: Uint8Array;
  /**
   * Number of runs so far. `nextLag` is the next run to compare with other providers, and `nextOwn` the next run for
   * own distances.
   */
  runs: number;
  nextLag: number;
  nextOwn: number;
  /**
   * Time of the first answer, in milliseconds since the start of the state. `takenMs` is the time of the latest answer
   * that was used.
   */
  startMs: number;
  takenMs: number;
  /** Moving average of the time between two used answers, in milliseconds. This time is called a poll. */
  gapMs: number;
  /** Number of ended runs by their duration in polls, 1 to 64. The duration of a run is called a hold. */
  readonly holds: Float32Array;
  /**
   * Number of new values by their distance from the provider's own value one short hold before or after, in size
   * classes.
   */
  readonly ownDistances: Float32Array;
};

/**
 * Counts for all ordered pairs. Each row `follower * capacity + leader` has `lagClasses` cells. A row gets a tick when
 * it begins to count.
 */
export type RepetitionCounts = {
  /** Number of new values that could be tested. `exact` counts those that the leader showed exactly. */
  readonly tested: Uint16Array;
  readonly exact: Uint16Array;
  /** How often the leader showed the value one tick above or below. It counts twice if the leader showed both. */
  readonly besideOne: Uint16Array;
  /** Like `besideOne`, but for the values two ticks above or below. */
  readonly besideTwo: Uint16Array;
  /** The latest 32 events as bits: 1 for an exact hit. */
  readonly recent: Uint32Array;
  /**
   * For each row, the coarser tick in basis points when counting began. `isCoarse` says whether both ticks are coarse.
   */
  readonly tickBp: Float32Array;
  readonly isCoarse: Uint8Array;
};

/** The state of the repetition test for one key. */
export type RepetitionState = {
  readonly histories: ValueHistory[];
  counts: RepetitionCounts;
  halvedMs: number;
};

const edgesMs = repetitionRule.lagEdgesSeconds.map((seconds) => 1000 * seconds);
/** The number of lag classes. */
export const lagClasses = edgesMs.length - 1;
/** The shortest lag of each class, in milliseconds. `untilLagMs` has the longest lag. */
export const fromLagMs = Float64Array.from(edgesMs.slice(0, -1));
export const untilLagMs = Float64Array.from(edgesMs.slice(1));

/** Creates an empty state of the test, with room for the pairs of `capacity` providers. */
export function createRepetitionState(capacity: number): RepetitionState {
  return { histories: [], counts: createRepetitionCounts(capacity), halvedMs: 0 };
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

/** Creates empty counts for the pairs of `capacity` providers. */
export function createRepetitionCounts(capacity: number): RepetitionCounts {
  const rows = capacity * capacity;
  return {
    tested: new Uint16Array(rows * lagClasses),
    exact: new Uint16Array(rows * lagClasses),
    besideOne: new Uint16Array(rows * lagClasses),
    besideTwo: new Uint16Array(rows * lagClasses),
    recent: new Uint32Array(rows * lagClasses),
    tickBp: new Float32Array(rows),
    isCoarse: new Uint8Array(rows),
  };
}

/** Clears the counts of a row. With a tick of 0 the row counts nothing until it gets a tick. */
export function clearCounts(counts: RepetitionCounts, row: number, tickBp = 0, isCoarse = false): void {
  for (const part of ['tested', 'exact', 'besideOne', 'besideTwo', 'recent'] as const) {
    counts[part].fill(0, row * lagClasses, (row + 1) * lagClasses);
  }
  counts.tickBp[row] = tickBp;
  counts.isCoarse[row] = isCoarse ? 1 : 0;
}
