import type { GenerationCounters } from './generation-counters.ts';
import { coincidenceRule } from './constants/coincidence.ts';
import { markupRule } from './constants/markup.ts';
import { heightBands, priceBands, type CorneredHatBand } from './constants/n-cornered-hat.ts';
import type { ResponseState } from './response/response-state.ts';
import type { RepetitionState } from './repetition/repetition-state.ts';
import type { ValueFamily } from './observation.ts';

/** The memory of one provider of a key, without its ring of values. */
export type ProviderMemory = {
  readonly name: string;
  lastText: string | null;
  lastNumber: number;
  lastAskedMs: number;
  /** Number of values that were added to the ring. */
  pushed: number;
  /** Counts of values by the power of ten of their last digit, from -16 on. */
  readonly digitCounts: Float32Array;
  /** The same for values whose last digit is a five. */
  readonly digitFives: Float32Array;
  tickExponent: number | null;
  /** The step of printed values, half steps recognised; 0 while unknown. */
  printedStep: number;
  /** Counts of differences between values by size in printed ticks, eight classes per doubling. */
  readonly gapCounts: Float32Array;
  /** The step of values in printed ticks. */
  lattice: number;
  /** The smallest gap between own values that was seen repeatedly, in units of the value. */
  finestGap: number;
  /** The effective tick, 0 while unknown. */
  tick: number;
  /** Typical relative step between distinct values, quick and slow. */
  step: number;
  slowStep: number;
  /** The usual share of new values that lie close to a recent own value: nearly 1 while the market stands still. */
  clustered: number;
  /** The round in which the tick last changed, which emptied the counts; 0 if it never did. */
  tickRound: number;
  answers: number;
  lagRows: number;
  firstRow: number;
};

/** The last distinct values of every provider, `ringValues` places each. */
export type ValueRings = {
  readonly values: Float64Array;
  readonly logs: Float64Array;
  readonly readMs: Float64Array;
  /** The power of ten of each value's last digit. */
  readonly digits: Int8Array;
};

/** The common grid of rounds on which the N-cornered hat works. */
export type CommonGrid = {
  rows: number;
  lastRowMs: number;
  /** The latest row in which most providers jumped; -1 before the first one. */
  jumpRow: number;
  readonly values: Float64Array;
  /** 0: no answer in that row, 1: the same value as before, 2: a new one. */
  readonly flags: Uint8Array;
  readonly pending: Float64Array;
  readonly pendingFlags: Uint8Array;
  /** The median of all providers in each row, 0 while there is none. */
  readonly crowd: Float64Array;
};

/** Two watched ratios per pair, as logarithms of lower-index value over higher-index value. */
export type MarkupSlots = {
  readonly ratios: Float64Array;
  readonly used: Uint8Array;
  /** The lower provider's number of values when the ratio was chosen, and when the pair was last searched. */
  readonly watchedFrom: Float64Array;
  readonly searchedAt: Float64Array;
};

/** One value of a counter, with the times at which it and a later one were first shown by any provider. */
export type CounterValue = { text: string; firstMs: number; supersededMs: number | null; id: number };

/** A counter's values, and how late each provider usually is. */
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
  /** Judgements in a row that found two readers of a counter independent. */
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
  /** Rounds that follow sooner than this are joined into one row of the grid. */
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
 * Cells of a pair in the coincidence counters: one class more than windows per age class, and the informative events.
 */
export const coincidenceCells = coincidenceRule.windowsPerAgeClass.reduce((sum, scales) => sum + scales + 1, 1);
/** Cells of a watched ratio: two age classes with one class more than windows. */
export const markupSlotCells = 2 * (markupRule.windows + 1);
/** Numbers stored per judged pair, in the order of `evidenceCell` in score-pairs.ts. */
export const evidenceCells = 13;

/** Returns the filters for the values of a family. */
export function bandsOf(family: ValueFamily): readonly CorneredHatBand[] {
  if (family === 'price') {
    return priceBands;
  }
  return family === 'height' ? heightBands : [];
}

/** Returns the provider at a place. Throws when there is none, since places come from `providerIndex` only. */
export function providerAt(state: IndependenceState, index: number): ProviderMemory {
  const provider = state.providers[index];
  if (provider === undefined) {
    throw new Error(`there is no provider at place ${index} of ${state.key}`);
  }
  return provider;
}
