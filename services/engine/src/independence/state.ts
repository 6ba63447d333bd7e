import { growBank, makeBank, type Bank } from './banks.ts';
import { HEIGHT_BANDS, INDEPENDENCE, PRICE_BANDS, type HatBand } from './constants.ts';
import { familyOfKey, type Family } from './observation.ts';

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
  stamps: number;
  coarseStamps: number;
  lastFailureMs: number;
  answers: number;
  episodes: number;
  lagRows: number;
  firstRow: number;
};

/** The last distinct values of every provider, `ringValues` places each. */
export type Rings = {
  readonly values: Float64Array;
  readonly logs: Float64Array;
  readonly readMs: Float64Array;
  readonly stamps: Float64Array;
  readonly round: Uint8Array;
};

/** The common grid of rounds on which the N-cornered hat works. */
export type Grid = {
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
  readonly shown: (string | null)[];
  readonly lags: Float32Array;
  readonly judged: Int32Array;
};

/** The last judgement of all pairs. */
export type Judgement = {
  atMs: number;
  readonly evidence: Float32Array;
  readonly verdicts: Uint8Array;
  /** Judgements in a row that found a pair independent. */
  readonly proofs: Uint8Array;
  readonly sinceMs: Float64Array;
};

/** Everything the measurement knows about one key. Plain data: it can be written down and read again. */
export type IndependenceState = {
  readonly version: 1;
  readonly key: string;
  readonly family: Family;
  capacity: number;
  providers: ProviderMemory[];
  observations: number;
  round: number;
  roundStartMs: number;
  pollMs: number;
  startMs: number;
  seen: boolean[];
  unitsPerMs: number;
  pendingEpisodes: { readonly provider: number; readonly atMs: number }[];
  rings: Rings;
  grid: Grid;
  markups: MarkupSlots;
  counter: CounterMemory;
  lagScores: Float32Array;
  deviations: Float32Array;
  judgement: Judgement;
  banks: { spike: Bank; markup: Bank; hat: Bank; stale: Bank; stamp: Bank; coFailure: Bank };
};

/** Cells of a pair in the spike bank: one class more than windows per age class, and the informative events. */
export const SPIKE_CELLS = INDEPENDENCE.spikeScales.reduce((sum, scales) => sum + scales + 1, 1);
/** Cells of a watched ratio: two age classes with one class more than windows, and the counts of its trial. */
export const MARKUP_SLOT_CELLS = 2 * (INDEPENDENCE.markupScales + 1);
/** Numbers kept per judged pair; see `Evidence` in judge.ts for their order. */
export const EVIDENCE_CELLS = 12;

/** The filters that a family's values are looked at through. */
export function bandsOf(family: Family): readonly HatBand[] {
  if (family === 'price') return PRICE_BANDS;
  return family === 'height' ? HEIGHT_BANDS : [];
}

function emptyArrays(
  capacity: number,
  family: Family,
): Pick<
  IndependenceState,
  'rings' | 'grid' | 'markups' | 'counter' | 'lagScores' | 'deviations' | 'judgement' | 'banks'
> {
  const places = capacity * (family === 'counter' ? 0 : INDEPENDENCE.ringValues);
  const pairs = capacity * capacity;
  const bands = bandsOf(family).length;
  const onlyFor = (wanted: Family): number => (family === wanted ? capacity : 0);
  const rows = family === 'counter' ? 0 : INDEPENDENCE.gridRows * capacity;
  return {
    rings: {
      values: new Float64Array(places),
      logs: new Float64Array(places),
      readMs: new Float64Array(places),
      stamps: new Float64Array(places),
      round: new Uint8Array(places),
    },
    grid: {
      rows: 0,
      lastRowMs: 0,
      values: new Float64Array(rows),
      flags: new Uint8Array(rows),
      pending: new Float64Array(capacity),
      pendingFlags: new Uint8Array(capacity),
      crowd: new Float64Array(family === 'price' ? INDEPENDENCE.gridRows : 0),
    },
    markups: {
      ratios: new Float64Array(pairs * 2),
      used: new Uint8Array(pairs * 2),
      watchedFrom: new Float64Array(pairs * 2),
      searchedAt: new Float64Array(pairs),
    },
    counter: {
      values: [],
      nextId: 1,
      pending: Array.from({ length: capacity }, () => null),
      shown: Array.from({ length: capacity }, () => null),
      lags: new Float32Array(onlyFor('counter') * INDEPENDENCE.staleBins),
      judged: new Int32Array(onlyFor('counter') * capacity),
    },
    lagScores: new Float32Array(capacity * (INDEPENDENCE.lagRowsMost + 1) * 2),
    deviations: new Float32Array(pairs * bands),
    judgement: {
      atMs: 0,
      evidence: new Float32Array(pairs * EVIDENCE_CELLS),
      verdicts: new Uint8Array(pairs),
      proofs: new Uint8Array(pairs),
      sinceMs: new Float64Array(pairs),
    },
    banks: {
      spike: makeBank(onlyFor('price'), SPIKE_CELLS, 'counts'),
      markup: makeBank(onlyFor('price'), MARKUP_SLOT_CELLS * 2, 'counts'),
      hat: makeBank(family === 'counter' ? 0 : capacity, bands * 2, 'sums'),
      stale: makeBank(onlyFor('counter'), 3, 'sums'),
      stamp: makeBank(capacity, 2, 'counts'),
      coFailure: makeBank(capacity, 1, 'counts'),
    },
  };
}

/** A key about which nothing is known yet. `family` follows from the key's first word unless it is given. */
export function createState(key: string, family: Family = familyOfKey(key)): IndependenceState {
  return {
    version: 1,
    key,
    family,
    capacity: INDEPENDENCE.capacityStep,
    providers: [],
    observations: 0,
    round: 0,
    roundStartMs: 0,
    pollMs: 3000,
    startMs: 0,
    seen: [],
    unitsPerMs: 0,
    pendingEpisodes: [],
    ...emptyArrays(INDEPENDENCE.capacityStep, family),
  };
}

function copyPairs<T extends Float32Array | Float64Array | Uint8Array | Int32Array>(
  from: T,
  to: T,
  old: number,
  now: number,
): void {
  const width = from.length / (old * old);
  for (let row = 0; row < old && from.length > 0; row++) {
    to.set(from.subarray(row * old * width, (row + 1) * old * width), row * now * width);
  }
}

function grow(state: IndependenceState): void {
  const old = state.capacity;
  const now = old + INDEPENDENCE.capacityStep;
  const empty = emptyArrays(now, state.family);
  for (const part of ['values', 'logs', 'readMs', 'stamps', 'round'] as const) empty.rings[part].set(state.rings[part]);
  for (let row = 0; row < INDEPENDENCE.gridRows && state.grid.values.length > 0; row++) {
    empty.grid.values.set(state.grid.values.subarray(row * old, (row + 1) * old), row * now);
    empty.grid.flags.set(state.grid.flags.subarray(row * old, (row + 1) * old), row * now);
  }
  empty.grid.rows = state.grid.rows;
  empty.grid.lastRowMs = state.grid.lastRowMs;
  empty.grid.pending.set(state.grid.pending);
  empty.grid.crowd.set(state.grid.crowd);
  empty.grid.pendingFlags.set(state.grid.pendingFlags);
  copyPairs(state.markups.ratios, empty.markups.ratios, old, now);
  copyPairs(state.markups.watchedFrom, empty.markups.watchedFrom, old, now);
  copyPairs(state.markups.used, empty.markups.used, old, now);
  copyPairs(state.markups.searchedAt, empty.markups.searchedAt, old, now);
  const room = Array.from({ length: now - old }, () => null);
  const { values, nextId, pending, shown } = state.counter;
  Object.assign(empty.counter, { values, nextId, pending: [...pending, ...room], shown: [...shown, ...room] });
  empty.counter.lags.set(state.counter.lags);
  copyPairs(state.counter.judged, empty.counter.judged, old, now);
  empty.lagScores.set(state.lagScores);
  copyPairs(state.deviations, empty.deviations, old, now);
  empty.judgement.atMs = state.judgement.atMs;
  copyPairs(state.judgement.evidence, empty.judgement.evidence, old, now);
  copyPairs(state.judgement.proofs, empty.judgement.proofs, old, now);
  copyPairs(state.judgement.verdicts, empty.judgement.verdicts, old, now);
  copyPairs(state.judgement.sinceMs, empty.judgement.sinceMs, old, now);
  for (const name of ['spike', 'markup', 'hat', 'stale', 'stamp', 'coFailure'] as const) {
    const bank = state.banks[name];
    if (bank.settled.length > 0) empty.banks[name] = growBank(bank, old, now);
  }
  Object.assign(state, empty, { capacity: now });
}

/** The place of a provider in the state, made when it is new; -1 when the key already holds as many as it may. */
export function providerIndex(state: IndependenceState, name: string): number {
  const known = state.providers.findIndex((provider) => provider.name === name);
  if (known >= 0) return known;
  if (state.providers.length >= INDEPENDENCE.providersMax) return -1;
  if (state.providers.length >= state.capacity) grow(state);
  state.providers.push({
    name,
    lastText: null,
    lastNumber: 0,
    lastAskedMs: 0,
    lastStamp: 0,
    pushed: 0,
    digitCounts: new Float32Array(32),
    tickExponent: null,
    gapCounts: new Float32Array(160),
    lattice: 1,
    finestGap: Number.MAX_VALUE,
    tick: 0,
    step: 0,
    slowStep: 0,
    stamps: 0,
    coarseStamps: 0,
    lastFailureMs: 0,
    answers: 0,
    episodes: 0,
    lagRows: 0,
    firstRow: -1,
  });
  state.seen.push(false);
  return state.providers.length - 1;
}

/** The provider at a place. Throws when there is none: places come from `providerIndex` only. */
export function providerAt(state: IndependenceState, index: number): ProviderMemory {
  const provider = state.providers[index];
  if (provider === undefined) throw new Error(`there is no provider at place ${index} of ${state.key}`);
  return provider;
}
