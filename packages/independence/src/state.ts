import type { GenerationCounters } from './generation-counters.ts';
import { coincidenceRule } from './constants/coincidence.ts';
import { markupRule } from './constants/markup.ts';
import { heightBands, priceBands, type CorneredHatBand } from './constants/n-cornered-hat.ts';
import type { ResponseState } from './response/response-state.ts';
import type { RepetitionState } from './repetition/repetition-state.ts';
import type { ValueFamily } from './observation.ts';

/** What the measurement stores about one provider of a key, except its ring of values. */
export type ProviderMemory = {
  readonly name: string;
  lastText: string | null;
  lastNumber: number;
  lastAskedMs: number;
  /** Number of values that were added to the ring. */
  pushed: number;
  /** Number of values by the power of ten of their last digit, from -16 on. */
  readonly digitCounts: Float32Array;
  /** Number of values whose last digit is a five, by the power of ten of this digit. */
  readonly digitFives: Float32Array;
  tickExponent: number | null;
  /** The step in which values are printed. It may be half a unit of the last digit; 0 while it is unknown. */
  printedStep: number;
  /** Number of differences between values by their size in printed ticks, with eight classes for each doubling. */
  readonly gapCounts: Float32Array;
  /** The step between possible values, in printed ticks. It exceeds 1 when a mark-up hides a coarse tick. */
  lattice: number;
  /** The smallest difference between own values that was seen repeatedly, in units of the value. */
  finestGap: number;
  /** The tick in which distances are counted, in units of the value; 0 while it is unknown. */
  tick: number;
  /** Typical relative step between two different values, from a quick average. `slowStep` is from a slow average. */
  step: number;
  slowStep: number;
  /**
   * Usual share (0 to 1) of new values that lie close to a recent own value. It is nearly 1 while the market stands
   * still.
   */
  clustered: number;
  /** The round in which the tick last changed and emptied the counts; 0 if it never changed. */
  tickRound: number;
  answers: number;
  lagRows: number;
  firstRow: number;
};

/** The latest different values of all providers. Each provider has `ringValues` consecutive places. */
export type ValueRings = {
  readonly values: Float64Array;
  readonly logs: Float64Array;
  readonly readMs: Float64Array;
  /** The power of ten of the last digit of each value. */
  readonly digits: Int8Array;
};

/** The common grid of rounds that the N-cornered hat uses. */
export type CommonGrid = {
  rows: number;
  lastRowMs: number;
  /** The latest row in which most providers jumped; -1 before the first such row. */
  jumpRow: number;
  readonly values: Float64Array;
  /** For each row and provider: 0 for no answer, 1 for the same value as before, 2 for a new value. */
  readonly flags: Uint8Array;
  readonly pending: Float64Array;
  readonly pendingFlags: Uint8Array;
  /** The median of all providers in each row; 0 if there is none. */
  readonly crowd: Float64Array;
};

/** Two watched ratios for each pair, as logarithms of the lower-index provider's value divided by the other's. */
export type MarkupSlots = {
  readonly ratios: Float64Array;
  readonly used: Uint8Array;
  /**
   * Number of values of the lower-index provider when the ratio was chosen. `searchedAt` is the number when the pair
   * was last searched.
   */
  readonly watchedFrom: Float64Array;
  readonly searchedAt: Float64Array;
};

/**
 * One value of a counter. `firstMs` is when any provider first showed it, and `supersededMs` when any provider first
 * showed a later value.
 */
export type CounterValue = { text: string; firstMs: number; supersededMs: number | null; id: number };

/** The values of a counter, and how late each provider usually is. */
export type CounterMemory = {
  values: CounterValue[];
  nextId: number;
  readonly pending: (string | null)[];
  readonly lags: Float32Array;
  readonly judged: Int32Array;
};

/** The last judgement of all pairs. */
export type KeyJudgement = {
  atMs: number;
  readonly evidence: Float32Array;
  readonly verdicts: Uint8Array;
  /** Number of consecutive judgements that found two readers of a counter independent. */
  readonly proofs: Uint8Array;
  readonly sinceMs: Float64Array;
};

/** The whole state of one key, as plain data that can be serialized. */
export type IndependenceState = {
  readonly version: 9;
  readonly key: string;
  readonly family: ValueFamily;
  capacity: number;
  providers: ProviderMemory[];
  observations: number;
  round: number;
  roundStartMs: number;
  pollMs: number;
  /** Rounds that follow sooner than this, in milliseconds, are joined into one row of the grid. */
  readonly minRowMs: number;
  startMs: number;
  seen: boolean[];
  unitsPerMs: number;
  rings: ValueRings;
  grid: CommonGrid;
  markups: MarkupSlots;
  counter: CounterMemory;
  repetition: RepetitionState;
  response: ResponseState;
  lagScores: Float32Array;
  deviations: Float32Array;
  judgement: KeyJudgement;
  counters: {
    coincidence: GenerationCounters;
    markup: GenerationCounters;
    corneredHat: GenerationCounters;
    stale: GenerationCounters;
  };
};

/**
 * Number of cells of a pair in the coincidence counters. Each age class has one cell more than windows, and one cell
 * counts the informative events.
 */
export const coincidenceCells = coincidenceRule.windowsPerAgeClass.reduce((sum, scales) => sum + scales + 1, 1);
/** Number of cells of a watched ratio: two age classes, each with one cell more than windows. */
export const markupSlotCells = 2 * (markupRule.windows + 1);
/** Number of values stored for each judged pair, in the order of `evidenceCell` in score-pairs.ts. */
export const evidenceCells = 13;

/** Returns the filters for the values of a family. */
export function bandsOf(family: ValueFamily): readonly CorneredHatBand[] {
  if (family === 'price') {
    return priceBands;
  }
  return family === 'height' ? heightBands : [];
}

/** Returns the provider at an index. Throws when there is none, because indexes come only from `providerIndex`. */
export function providerAt(state: IndependenceState, index: number): ProviderMemory {
  const provider = state.providers[index];
  if (provider === undefined) {
    throw new Error(`there is no provider at place ${index} of ${state.key}`);
  }
  return provider;
}
