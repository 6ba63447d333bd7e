import { cellAt, type CounterScope } from '../generation-counters.ts';
import { memoryLimits } from '../constants/memory.ts';
import { corneredHatRule } from '../constants/n-cornered-hat.ts';
import { compositeRule } from '../constants/composites.ts';
import { verdictThresholds } from '../constants/verdicts.ts';
import { corneredHatCorrelations, pairSamples, pairVariance, persistence } from './n-cornered-hat.ts';
import { isCoarsePair } from '../repetition/printed-tick.ts';
import { markupScore } from './markup.ts';
import { coincidenceScore, ownRepeats, type ScaleOfPair } from './coincidence.ts';
import { staleScore } from './stale-match.ts';
import { bandsOf, evidenceCells, providerAt, type IndependenceState } from '../state.ts';

/** Index of each number in the evidence of a pair. */
export const evidenceCell = {
  coincidence: 0,
  markup: 1,
  stale: 2,
  corneredHat: 3,
  total: 4,
  forward: 5,
  events: 6,
  correlation: 7,
  /**
   * Share of the follower's new values that the leader explains. `coverage` is this share relative to that of a full
   * copy.
   */
  share: 8,
  coverage: 9,
  /**
   * The number `share` over all generations. `share` and `coverage` themselves may come from the window (the last two
   * generations).
   */
  lastingShare: 10,
  /** Evidence, in nats, that nearly all new values repeat the leader's values. */
  repetition: 11,
  /** Evidence, in nats, that nearly all new values stay at one ratio to the leader's values. */
  lock: 12,
} as const;

/** The evidence on every ordered pair of `n` providers, from the counts of one scope. */
export type EvidenceTable = { readonly n: number; readonly cells: Float64Array };

/** Yields each pair of `n` indexes once, with the lower index first. */
export const pairsOf = function* (n: number): Generator<readonly [number, number]> {
  for (let a = 0; a < n; a++) {
    for (let b = a + 1; b < n; b++) {
      yield [a, b];
    }
  }
};

/** Returns one number of the evidence on an ordered pair. */
export const read = (table: EvidenceTable, a: number, b: number, cell: number): number =>
  cellAt(table.cells, (a * table.n + b) * evidenceCells + cell);

function write(table: EvidenceTable, a: number, b: number, cell: number, value: number): void {
  table.cells[(a * table.n + b) * evidenceCells + cell] = value;
}

/**
 * Returns the share of a provider's values that our polls also see, among the values that a copy of it shows. It is
 * high for a provider that holds values for seconds, and low for one that changes many times between two polls.
 */
export function visibleShare(state: IndependenceState, index: number): number {
  const { pushed, answers } = providerAt(state, index);
  const still = Math.max(compositeRule.minStillShare, 1 - pushed / Math.max(1, answers));
  // Expected number of new values between two polls, if values change at random times. A poll is more likely to see a
  // value that stays for a long time.
  const rate = -Math.log(still);
  if (rate < 0.01) {
    return 1;
  }
  return (2 / rate) * (1 - still * (1 + rate + (rate * rate) / 2)) + still * (1 + rate);
}

/** Evidence on all ordered pairs that does not depend on the scope. In arrays the pair (a, b) is at `a * n + b`. */
export type PairPriors = {
  /** Evidence of links by values that stay at one ratio, in nats. */
  readonly locks: Float64Array;
  /** Evidence of links by repetition, in nats. */
  readonly repetitions: Float64Array;
  /** How far simultaneous readings of two unrelated providers lie apart. */
  readonly scaleOf: ScaleOfPair;
};

function directEvidence(state: IndependenceState, scope: CounterScope, prior: PairPriors): EvidenceTable {
  const n = state.providers.length;
  const repeats = state.providers.map((_, index) => ownRepeats(state, index, scope));
  const table: EvidenceTable = { n, cells: new Float64Array(n * n * evidenceCells) };
  for (let a = 0; a < n; a++) {
    for (let b = 0; b < n; b++) {
      if (a === b) {
        continue;
      }
      const coincidence = coincidenceScore(state, a, b, scope, prior.scaleOf, repeats);
      const stale = staleScore(state, a, b, scope);
      // On coarse ticks unrelated values are often equal, so coincidences and mark-ups of such pairs are no evidence.
      // Only the repetition test can judge them, because it requires that nearly all values repeat.
      const isCoarse = isCoarsePair(state, a, b);
      write(table, a, b, evidenceCell.coincidence, isCoarse ? 0 : coincidence.nats);
      write(table, a, b, evidenceCell.forward, isCoarse ? 0 : coincidence.forwardNats);
      const share = coincidence.events === 0 ? 0 : coincidence.hits / coincidence.events;
      write(table, a, b, evidenceCell.share, share);
      write(table, a, b, evidenceCell.lastingShare, share);
      write(table, a, b, evidenceCell.coverage, share / visibleShare(state, b));
      if (state.family === 'price') {
        const markup = markupScore(state, a, b, scope, { scaleOf: prior.scaleOf, repeats });
        write(table, a, b, evidenceCell.markup, isCoarse ? 0 : markup.nats);
      }
      write(table, a, b, evidenceCell.repetition, cellAt(prior.repetitions, a * n + b));
      write(table, a, b, evidenceCell.lock, cellAt(prior.locks, a * n + b));
      write(table, a, b, evidenceCell.stale, stale.nats);
      const events = { price: coincidence.events, counter: stale.values, height: 0 }[state.family];
      write(table, a, b, evidenceCell.events, events);
    }
  }
  return table;
}

/**
 * Returns the strongest direct evidence in either direction. The kinds of evidence are not added up, because several of
 * them come from the same coincidences.
 */
export function direct(table: EvidenceTable, a: number, b: number): number {
  let max = 0;
  for (const cell of [
    evidenceCell.coincidence,
    evidenceCell.markup,
    evidenceCell.stale,
    evidenceCell.repetition,
    evidenceCell.lock,
  ]) {
    max = Math.max(max, read(table, a, b, cell), read(table, b, a, cell));
  }
  return max;
}

function linkedPairs(table: EvidenceTable, nats: (a: number, b: number) => number): Set<number> {
  const linked = new Set<number>();
  for (const [a, b] of pairsOf(table.n)) {
    if (nats(a, b) <= verdictThresholds.linkNats) {
      continue;
    }
    linked.add(a * table.n + b);
    linked.add(b * table.n + a);
  }
  return linked;
}

/** Returns a lower bound for the number of providers that share nothing with each other, by a greedy search. */
function unrelatedCount(n: number, linked: ReadonlySet<number>): number {
  const degree = Array.from({ length: n }, (_, a) =>
    Array.from({ length: n }, (_, b) => Number(linked.has(a * n + b))).reduce((sum, link) => sum + link, 0),
  );
  const chosen: number[] = [];
  for (const a of degree.map((_, index) => index).toSorted((x, y) => (degree[x] ?? 0) - (degree[y] ?? 0))) {
    if (chosen.every((b) => !linked.has(a * n + b))) {
      chosen.push(a);
    }
  }
  return chosen.length;
}

/** Returns the two halves of the data in which a correlation must hold. */
function halvesOf(state: IndependenceState, scope: CounterScope): readonly CounterScope[] {
  const long = state.round >= memoryLimits.generationRounds * 3;
  return scope === 'full' && long ? ['settled', 'window'] : ['previous', 'current'];
}

function halvesAreLong(state: IndependenceState, a: number, b: number, band: number, scope: CounterScope): boolean {
  return halvesOf(state, scope).every((half) => pairSamples(state, a, b, band, half) >= corneredHatRule.minHalfSamples);
}

/**
 * Returns the correlation that both halves of the data support: `correlation`, but at most that of either half plus a
 * tolerance.
 */
function inHalves(
  state: IndependenceState,
  halves: readonly Float64Array[],
  pair: number,
  correlation: number,
): number {
  // A half without lags says nothing about backends, so it lowers no correlation of heights. For prices, a half without
  // rows means that it is too early for a correlation.
  const silent = state.family === 'height' ? correlation : 0;
  return halves.reduce((min, half) => {
    const part = cellAt(half, pair);
    return Math.min(min, Number.isNaN(part) ? silent : part + corneredHatRule.halfSlack);
  }, correlation);
}

function isMemoryless(state: IndependenceState, a: number, b: number, band: number, scope: CounterScope): boolean {
  return state.family !== 'price' || persistence(state, a, b, band, scope) < corneredHatRule.maxPersistence;
}

/**
 * Returns whether the differences of usual pairs are large compared with the steps of this pair. In fast and tight
 * markets they are small, and providers that react equally late seem to move together. A usual pair is the one at a low
 * quantile. The median pair would have too large a difference if half of the venues share a quote currency.
 */
function isOwnNoise(state: IndependenceState, a: number, b: number, band: number, scope: CounterScope): boolean {
  if (state.family !== 'price') {
    return true;
  }
  const variances: number[] = [];
  for (const [left, right] of pairsOf(state.providers.length)) {
    const variance = pairVariance(state, left, right, band, scope);
    if (!Number.isNaN(variance)) {
      variances.push(variance);
    }
  }
  const usual =
    variances.toSorted((left, right) => left - right)[Math.floor(corneredHatRule.crowdQuantile * variances.length)] ??
    0;
  const step = Math.min(providerAt(state, a).slowStep, providerAt(state, b).slowStep) * 1e6;
  return usual > (corneredHatRule.minOwnOfStep * step) ** 2;
}

/**
 * Adds the evidence of the N-cornered hat. A second pass computes the variances without the links that the first pass
 * found.
 */
function addCorneredHat(state: IndependenceState, table: EvidenceTable, scope: CounterScope): void {
  const { n } = table;
  for (const [a, b] of pairsOf(n)) {
    write(table, a, b, evidenceCell.correlation, Number.NaN);
  }
  const min = state.family === 'height' ? 4 : corneredHatRule.minGroups;
  let before = -1;
  for (let turn = 0; turn < 2; turn++) {
    const linked = linkedPairs(table, (a, b) => direct(table, a, b) + read(table, a, b, evidenceCell.corneredHat));
    if (linked.size === before || unrelatedCount(n, linked) < min) {
      return;
    }
    before = linked.size;
    for (const [a, b] of pairsOf(n)) {
      write(table, a, b, evidenceCell.corneredHat, 0);
      write(table, a, b, evidenceCell.correlation, Number.NaN);
    }
    for (const [bandIndex, band] of bandsOf(state.family).entries()) {
      if (band.correlation === null) {
        continue;
      }
      const whole = corneredHatCorrelations(state, bandIndex, scope, linked);
      let halves: readonly Float64Array[] | undefined;
      for (const [a, b] of pairsOf(n)) {
        let correlation = cellAt(whole, a * n + b);
        if (Number.isNaN(correlation)) {
          continue;
        }
        const known = read(table, a, b, evidenceCell.correlation);
        write(table, a, b, evidenceCell.correlation, Number.isNaN(known) ? correlation : Math.max(known, correlation));
        if (correlation <= band.correlation || !halvesAreLong(state, a, b, bandIndex, scope)) {
          continue;
        }
        halves ??= halvesOf(state, scope).map((half) => corneredHatCorrelations(state, bandIndex, half, linked));
        correlation = inHalves(state, halves, a * n + b, correlation);
        if (
          correlation <= band.correlation ||
          !isMemoryless(state, a, b, bandIndex, scope) ||
          !isOwnNoise(state, a, b, bandIndex, scope)
        ) {
          continue;
        }
        const samples = pairSamples(state, a, b, bandIndex, scope) / band.rowsPerSample;
        const credit = state.family === 'height' ? corneredHatRule.creditHeight : corneredHatRule.credit;
        const nats = -credit * samples * Math.log(1 - Math.min(correlation, 0.999) ** 2);
        write(table, a, b, evidenceCell.corneredHat, Math.max(nats, read(table, a, b, evidenceCell.corneredHat)));
      }
    }
  }
}

/** Returns the evidence of all kinds on all pairs, from the counts of one scope. */
export function scorePairs(state: IndependenceState, scope: CounterScope, prior: PairPriors): EvidenceTable {
  const table = directEvidence(state, scope, prior);
  if (bandsOf(state.family).length > 0) {
    addCorneredHat(state, table, scope);
  }
  for (const [a, b] of pairsOf(table.n)) {
    const sum = direct(table, a, b) + read(table, a, b, evidenceCell.corneredHat);
    write(table, a, b, evidenceCell.total, sum);
    write(table, b, a, evidenceCell.total, sum);
    write(table, b, a, evidenceCell.corneredHat, read(table, a, b, evidenceCell.corneredHat));
    write(table, b, a, evidenceCell.correlation, read(table, a, b, evidenceCell.correlation));
    if (state.family !== 'height') {
      continue;
    }
    write(table, a, b, evidenceCell.events, pairSamples(state, a, b, 0, scope));
    write(table, b, a, evidenceCell.events, pairSamples(state, a, b, 0, scope));
  }
  return table;
}
