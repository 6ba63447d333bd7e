import type { GenerationCounters } from './generation-counters.ts';
import { coincidenceRule } from './constants/coincidence.ts';
import { markupRule } from './constants/markup.ts';
import { heightBands, priceBands, type HatBand } from './constants/n-cornered-hat.ts';
import type { ValueFamily } from './observation.ts';

/** What is remembered of one provider of a key, beside its ring of values. */
export type ProviderMemory = {
  readonly name: string;
  lastText: string | null;
  lastNumber: number;
  lastAskedMs: number;
  lastStamp: number;
  /** Distinct values pushed to the ring so far. */
  pushed: number;
  /** Values by the power of ten of their last digit, from -16 on. */
  readonly digitCounts: Float32Array;
  tickExponent: number | null;
  /** Differences between values by size, eight classes per doubling, in printed ticks. */
  readonly gapCounts: Float32Array;
  /** How many printed ticks the values really move by. */
  lattice: number;
  /** The smallest gap between own values that was seen repeatedly, in units of the value. */
  finestGap: number;
  /** The effective tick, 0 while unknown. */
  tick: number;
  /** Typical relative step between distinct values, quick and slow. */
  step: number;
  slowStep: number;
  /** The round in which its tick last changed, which emptied what was counted in the old one; 0 when it never did. */
  tickRound: number;
  /** How long it usually keeps a value, and since when it shows the present one. */
  heldMs: number;
  changedMs: number;
  stamps: number;
  coarseStamps: number;
  lastFailureMs: number;
  answers: number;
  episodes: number;
  lagRows: number;
  firstRow: number;
};

/** The last distinct values of every provider, `ringValues` places each. */
export type ValueRings = {
  readonly values: Float64Array;
  readonly logs: Float64Array;
  readonly readMs: Float64Array;
  readonly stamps: Float64Array;
  /** The power of ten of each value's last digit. */
  readonly digits: Int8Array;
};

/** The common grid of rounds on which the N-cornered hat works. */
export type CommonGrid = {
  rows: number;
  lastRowMs: number;
  readonly values: Float64Array;
  /** 0: no answer in that row, 1: the same value as before, 2: a new one. */
  readonly flags: Uint8Array;
  readonly pending: Float64Array;
  readonly pendingFlags: Uint8Array;
  /** The median of all providers in each row, 0 while there is none. */
  readonly crowd: Float64Array;
};

/** Two ratios per pair that are being watched, as logarithms of lower-index value over higher-index value. */
export type MarkupSlots = {
  readonly ratios: Float64Array;
  readonly used: Uint8Array;
  /** The lower provider's count of values when the ratio began to be watched, and when the pair was last searched. */
  readonly watchedFrom: Float64Array;
  readonly searchedAt: Float64Array;
};

/** One value of a counter: when anyone first showed it, and when anyone first showed a later one. */
export type CounterValue = { text: string; firstMs: number; supersededMs: number | null; id: number };

/** What is known of a counter's values and of how late each provider usually is. */
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
  /** Judgements in a row that found a pair independent. */
  readonly proofs: Uint8Array;
  readonly sinceMs: Float64Array;
};

/** Everything the measurement knows about one key. Plain data: it can be written down and read again. */
export type IndependenceState = {
  readonly version: 3;
  readonly key: string;
  readonly family: ValueFamily;
  capacity: number;
  providers: ProviderMemory[];
  observations: number;
  round: number;
  roundStartMs: number;
  pollMs: number;
  /** Rounds that follow one another more quickly are joined into one row of the grid. */
  readonly minRowMs: number;
  startMs: number;
  seen: boolean[];
  unitsPerMs: number;
  pendingEpisodes: { readonly provider: number; readonly atMs: number }[];
  rings: ValueRings;
  grid: CommonGrid;
  markups: MarkupSlots;
  counter: CounterMemory;
  lagScores: Float32Array;
  deviations: Float32Array;
  judgement: KeyJudgement;
  counters: {
    coincidence: GenerationCounters;
    markup: GenerationCounters;
    hat: GenerationCounters;
    stale: GenerationCounters;
    stamp: GenerationCounters;
    coFailure: GenerationCounters;
  };
};

/** Cells of a pair in the spike bank: one class more than windows per age class, and the informative events. */
export const coincidenceCells = coincidenceRule.windowsPerAgeClass.reduce((sum, scales) => sum + scales + 1, 1);
/** Cells of a watched ratio: two age classes with one class more than windows, and the counts of its trial. */
export const markupSlotCells = 2 * (markupRule.windows + 1);
/** Numbers kept per judged pair; see `EVIDENCE` in weigh.ts for their order. */
export const evidenceCells = 13;

/** The filters that a family's values are looked at through. */
export function bandsOf(family: ValueFamily): readonly HatBand[] {
  if (family === 'price') {
    return priceBands;
  }
  return family === 'height' ? heightBands : [];
}

/** The provider at a place. Throws when there is none: places come from `providerIndex` only. */
export function providerAt(state: IndependenceState, index: number): ProviderMemory {
  const provider = state.providers[index];
  if (provider === undefined) {
    throw new Error(`there is no provider at place ${index} of ${state.key}`);
  }
  return provider;
}
