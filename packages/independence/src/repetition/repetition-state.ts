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

/**
 * Counts of all ordered pairs: `lagClasses` cells for each row `follower * capacity + leader`. A row without a tick counts
 * nothing yet.
 */
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
  /** By row: the coarser tick in basis points when counting began, and whether both ticks are coarse. */
  readonly tickBp: Float32Array;
  readonly isCoarse: Uint8Array;
};

/** The state of the repetition test for a key. */
export type RepetitionState = {
  readonly histories: ValueHistory[];
  counts: RepetitionCounts;
  halvedMs: number;
};

const edgesMs = repetitionRule.lagEdgesSeconds.map((seconds) => 1000 * seconds);
/** The number of lag classes. */
export const lagClasses = edgesMs.length - 1;
/** The shortest and longest lag of each class in milliseconds. */
export const fromLagMs = Float64Array.from(edgesMs.slice(0, -1));
export const untilLagMs = Float64Array.from(edgesMs.slice(1));

/** Creates the state of a test that has seen nothing, with room for the pairs of `capacity` providers. */
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

/** Creates counts of the pairs of `capacity` providers with nothing in them. */
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

/** Empties the counts of a row. Without a tick, the row counts nothing until it is given one. */
export function clearCounts(counts: RepetitionCounts, row: number, tickBp = 0, isCoarse = false): void {
  for (const part of ['tested', 'exact', 'besideOne', 'besideTwo', 'recent'] as const) {
    counts[part].fill(0, row * lagClasses, (row + 1) * lagClasses);
  }
  counts.tickBp[row] = tickBp;
  counts.isCoarse[row] = isCoarse ? 1 : 0;
}
