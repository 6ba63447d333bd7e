import { cellAt, type CounterScope } from './generation-counters.ts';
import { coFailureScore } from './co-failure.ts';
import { coFailureRule } from './constants/co-failure.ts';
import { memoryLimits } from './constants/memory.ts';
import { hatRule } from './constants/n-cornered-hat.ts';
import { persistenceProofRule } from './constants/persistence-proof.ts';
import { verdictThresholds } from './constants/verdicts.ts';
import { hatCorrelations, pairSamples, persistence } from './n-cornered-hat.ts';
import { markupScore } from './markup.ts';
import { coincidenceScore } from './coincidence.ts';
import { staleScore } from './stale-match.ts';
import { stampScore } from './stamps.ts';
import { bandsOf, evidenceCells, providerAt, type IndependenceState } from './state.ts';

/** The order in which the evidence on a pair is kept. */
export const evidenceCell = {
  coincidence: 0,
  markup: 1,
  stamp: 2,
  stale: 3,
  hat: 4,
  coFailure: 5,
  total: 6,
  forward: 7,
  events: 8,
  correlation: 9,
  /** The part of the follower's new values that the leader explains, and that part of what a full copy would show. */
  share: 10,
  coverage: 11,
  /** The same share over everything, where "share" and "coverage" may be those of the window. */
  lastingShare: 12,
} as const;

/** Evidence on every ordered pair of a state over one scope. */
export type EvidenceTable = { readonly n: number; readonly cells: Float64Array };

/** Every pair of `n` places once, the lower place first. */
export const pairsOf = function* (n: number): Generator<readonly [number, number]> {
  for (let a = 0; a < n; a++) {
    for (let b = a + 1; b < n; b++) {
      yield [a, b];
    }
  }
};

/** One number of the evidence on an ordered pair. */
export const read = (table: EvidenceTable, a: number, b: number, cell: number): number =>
  cellAt(table.cells, (a * table.n + b) * evidenceCells + cell);

function write(table: EvidenceTable, a: number, b: number, cell: number, value: number): void {
  table.cells[(a * table.n + b) * evidenceCells + cell] = value;
}

/**
 * The part of a provider's values that another one who reads it now and then would show while we still can see them: high for a
 * provider that stands still for seconds, low for one that trades many times between two polls.
 */
export function visibleShare(state: IndependenceState, index: number): number {
  const { pushed, answers } = providerAt(state, index);
  const still = Math.max(persistenceProofRule.minStillShare, 1 - pushed / Math.max(1, answers));
  // Values per poll, if they come at random. Whoever reads at some moment meets a long-lived value more often than a short one.
  const rate = -Math.log(still);
  if (rate < 0.01) {
    return 1;
  }
  return (2 / rate) * (1 - still * (1 + rate + (rate * rate) / 2)) + still * (1 + rate);
}

function directEvidence(state: IndependenceState, scope: CounterScope): EvidenceTable {
  const n = state.providers.length;
  const table: EvidenceTable = { n, cells: new Float64Array(n * n * evidenceCells) };
  for (let a = 0; a < n; a++) {
    for (let b = 0; b < n; b++) {
      if (a === b) {
        continue;
      }
      const coincidence = coincidenceScore(state, a, b, scope);
      const stale = staleScore(state, a, b, scope);
      write(table, a, b, evidenceCell.coincidence, coincidence.nats);
      write(table, a, b, evidenceCell.forward, coincidence.forwardNats);
      const share = coincidence.events === 0 ? 0 : coincidence.hits / coincidence.events;
      write(table, a, b, evidenceCell.share, share);
      write(table, a, b, evidenceCell.lastingShare, share);
      write(table, a, b, evidenceCell.coverage, share / visibleShare(state, b));
      if (state.family === 'price') {
        const markup = markupScore(state, a, b, scope);
        write(table, a, b, evidenceCell.markup, markup.nats);
      }
      write(table, a, b, evidenceCell.stamp, stampScore(state, a, b, scope));
      write(table, a, b, evidenceCell.stale, stale.nats);
      write(table, a, b, evidenceCell.coFailure, coFailureScore(state, a, b, scope));
      const events = { price: coincidence.events, counter: stale.values, height: 0 }[state.family];
      write(table, a, b, evidenceCell.events, events);
    }
  }
  return table;
}

/** The strongest direct evidence on a pair in either direction: kinds that see the same coincidences are not added up. */
export function direct(table: EvidenceTable, a: number, b: number): number {
  let max = 0;
  for (const cell of [evidenceCell.coincidence, evidenceCell.markup, evidenceCell.stamp, evidenceCell.stale]) {
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

/** How many providers share nothing with one another, found by leaving out whoever has most links: at least so many do. */
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

/** The two halves that a correlation must hold in, by what a scope is made of. */
function halvesOf(state: IndependenceState, scope: CounterScope): readonly CounterScope[] {
  const long = state.round >= memoryLimits.generationRounds * 3;
  return scope === 'full' && long ? ['settled', 'window'] : ['previous', 'current'];
}

function halvesAreLong(state: IndependenceState, a: number, b: number, band: number, scope: CounterScope): boolean {
  return halvesOf(state, scope).every((half) => pairSamples(state, a, b, band, half) >= hatRule.minHalfSamples);
}

/** The correlation that both halves of the data bear out. */
function inHalves(
  state: IndependenceState,
  halves: readonly Float64Array[],
  pair: number,
  correlation: number,
): number {
  // A half in which two backends never lagged says nothing; a half without price rows says that it is too early.
  const silent = state.family === 'height' ? correlation : 0;
  return halves.reduce((min, half) => {
    const part = cellAt(half, pair);
    return Math.min(min, Number.isNaN(part) ? silent : part + hatRule.halfSlack);
  }, correlation);
}

function isMemoryless(state: IndependenceState, a: number, b: number, band: number, scope: CounterScope): boolean {
  return state.family !== 'price' || persistence(state, a, b, band, scope) < hatRule.maxPersistence;
}

/** Adds the evidence of the N-cornered hat to a table, twice, so that links that it finds leave the variances. */
function addHat(state: IndependenceState, table: EvidenceTable, scope: CounterScope): void {
  const { n } = table;
  for (const [a, b] of pairsOf(n)) {
    write(table, a, b, evidenceCell.correlation, Number.NaN);
  }
  const min = state.family === 'height' ? 4 : hatRule.minGroups;
  let before = -1;
  for (let turn = 0; turn < 2; turn++) {
    const linked = linkedPairs(table, (a, b) => direct(table, a, b) + read(table, a, b, evidenceCell.hat));
    if (linked.size === before || unrelatedCount(n, linked) < min) {
      return;
    }
    before = linked.size;
    for (const [a, b] of pairsOf(n)) {
      write(table, a, b, evidenceCell.hat, 0);
      write(table, a, b, evidenceCell.correlation, Number.NaN);
    }
    for (const [bandIndex, band] of bandsOf(state.family).entries()) {
      if (band.correlation === null) {
        continue;
      }
      const whole = hatCorrelations(state, bandIndex, scope, linked);
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
        halves ??= halvesOf(state, scope).map((half) => hatCorrelations(state, bandIndex, half, linked));
        correlation = inHalves(state, halves, a * n + b, correlation);
        if (correlation <= band.correlation || !isMemoryless(state, a, b, bandIndex, scope)) {
          continue;
        }
        const samples = pairSamples(state, a, b, bandIndex, scope) / band.rowsPerSample;
        const credit = state.family === 'height' ? hatRule.creditHeight : hatRule.credit;
        const nats = -credit * samples * Math.log(1 - Math.min(correlation, 0.999) ** 2);
        write(table, a, b, evidenceCell.hat, Math.max(nats, read(table, a, b, evidenceCell.hat)));
      }
    }
  }
}

/** All the evidence on all pairs over a scope. */
export function scorePairs(state: IndependenceState, scope: CounterScope): EvidenceTable {
  const table = directEvidence(state, scope);
  if (bandsOf(state.family).length > 0) {
    addHat(state, table, scope);
  }
  for (const [a, b] of pairsOf(table.n)) {
    const coincidences = direct(table, a, b);
    const values = coincidences + read(table, a, b, evidenceCell.hat);
    const failures = Math.max(read(table, a, b, evidenceCell.coFailure), read(table, b, a, evidenceCell.coFailure));
    // Beside a correlation alone they prove nothing: failing together is one more way in which venues of one cloud are alike.
    const sum = values + (coincidences >= coFailureRule.minOtherNats ? failures : 0);
    write(table, a, b, evidenceCell.total, sum);
    write(table, b, a, evidenceCell.total, sum);
    write(table, b, a, evidenceCell.hat, read(table, a, b, evidenceCell.hat));
    write(table, b, a, evidenceCell.correlation, read(table, a, b, evidenceCell.correlation));
    if (state.family !== 'height') {
      continue;
    }
    write(table, a, b, evidenceCell.events, pairSamples(state, a, b, 0, scope));
    write(table, b, a, evidenceCell.events, pairSamples(state, a, b, 0, scope));
  }
  return table;
}
