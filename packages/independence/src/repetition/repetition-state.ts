import { repetitionRule } from '../constants/repetition.ts';
import { distanceEdgesBp } from './distance-sizes.ts';

/** The recent values of one provider, as runs of one value, with how close its own values lie to one another. */
export type ValueHistory = {
  /** Per run, in a ring: the value's logarithm, when it was first and last seen, and whether it was news. */
  readonly logs: Float64Array;
  readonly firstMs: Float64Array;
  readonly lastMs: Float64Array;
  readonly isNews: Uint8Array;
  /** Number of runs so far, and the next runs to test for lags, for leads and for own distances. */
  runs: number;
  nextLag: number;
  nextLead: number;
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
  /** The same for two values in a row, the larger of both distances. */
  readonly ownMoveDistances: Float32Array;
  lastOwnSize: number;
  /** The latest answers, in a ring: logarithm, time, and whether the value was news. */
  readonly answerLogs: Float64Array;
  readonly answerMs: Float64Array;
  readonly answerNews: Uint8Array;
  answers: number;
  /** Own distances in views of every second and of every fourth answer. */
  readonly thinned: readonly ThinnedView[];
};

/** Own distances in a view of some answers only, by size: of values and of moves. */
export type ThinnedView = {
  readonly values: Float32Array;
  readonly moves: Float32Array;
  /** The size of the last distance in each phase of the view; -1 before the first one. */
  readonly lastSizes: Int8Array;
};

/** Counts of one ordered pair per lag class. */
export type RepetitionCounts = {
  /** New values that could be tested, and those of them that the leader showed exactly. */
  readonly tested: Uint16Array;
  readonly exact: Uint16Array;
  /** How often the leader showed the value one tick above or below, by class behind the leader; twice where both. */
  readonly besideOne: Uint16Array;
  /** The same at two ticks. */
  readonly besideTwo: Uint16Array;
  /** Moves from one value to the next that could be tested. */
  readonly movesTested: Uint16Array;
  /**
   * Repeated moves per class and ratio, in a ring of ratios. Coarse ticks use one half for exact and one for near hits.
   */
  readonly rings: Uint16Array;
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

/** Lag classes: first those behind the leader, then those ahead of it. */
export const lagClasses: readonly { readonly fromMs: number; readonly untilMs: number; readonly isRare: boolean }[] = [
  ...classesOf(repetitionRule.lagEdgesSeconds, 1),
  ...classesOf(repetitionRule.leadEdgesSeconds, -1),
];

/** The number of classes behind the leader. */
export const behindClasses = repetitionRule.lagEdgesSeconds.length - 1;

/** The shortest and longest lag of each class in milliseconds; for moves the first class reaches to the nearest lead. */
export const fromLagMs = Float64Array.from(lagClasses, ({ fromMs }) => fromMs);
export const untilLagMs = Float64Array.from(lagClasses, ({ untilMs }) => untilMs);
export const moveFromLagMs = fromLagMs.map((fromMs) =>
  fromMs === 0 ? -1000 * repetitionRule.leadEdgesSeconds[0] : fromMs,
);

function classesOf(edges: readonly number[], sign: 1 | -1): { fromMs: number; untilMs: number; isRare: boolean }[] {
  return edges.slice(1).map((far, index) => {
    const near = edges[index] ?? 0;
    return {
      fromMs: 1000 * (sign > 0 ? near : -far),
      untilMs: 1000 * (sign > 0 ? far : -near),
      isRare: sign < 0 || near >= repetitionRule.commonLagSeconds,
    };
  });
}

/** Creates the state of a test that has seen nothing. */
export function createRepetitionState(): RepetitionState {
  return { histories: [], pairs: {}, halvedMs: 0 };
}

/** Creates the history of a provider that has not answered yet. */
export function createHistory(): ValueHistory {
  const { historyRuns } = repetitionRule;
  return {
    logs: new Float64Array(historyRuns),
    firstMs: new Float64Array(historyRuns),
    lastMs: new Float64Array(historyRuns),
    isNews: new Uint8Array(historyRuns),
    runs: 0,
    nextLag: 1,
    nextLead: 1,
    nextOwn: 1,
    startMs: 0,
    takenMs: -1e12,
    gapMs: 3000,
    holds: new Float32Array(65),
    ownDistances: new Float32Array(distanceEdgesBp.length + 1),
    ownMoveDistances: new Float32Array(distanceEdgesBp.length + 1),
    lastOwnSize: -1,
    answerLogs: new Float64Array(repetitionRule.thinnedAnswers),
    answerMs: new Float64Array(repetitionRule.thinnedAnswers),
    answerNews: new Uint8Array(repetitionRule.thinnedAnswers),
    answers: 0,
    thinned: repetitionRule.thinnedSteps.map((half) => ({
      values: new Float32Array(distanceEdgesBp.length + 1),
      moves: new Float32Array(distanceEdgesBp.length + 1),
      lastSizes: new Int8Array(2 * half).fill(-1),
    })),
  };
}

/** Creates counts with nothing in them. */
export function createRepetitionCounts(tickBp: number, isCoarse: boolean): RepetitionCounts {
  const classes = lagClasses.length;
  return {
    tested: new Uint16Array(classes),
    exact: new Uint16Array(classes),
    besideOne: new Uint16Array(behindClasses),
    besideTwo: new Uint16Array(behindClasses),
    movesTested: new Uint16Array(classes),
    rings: new Uint16Array(classes * repetitionRule.ringCells),
    recent: new Uint32Array(classes),
    tickBp,
    isCoarse,
  };
}
