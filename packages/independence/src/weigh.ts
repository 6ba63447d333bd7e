import { cellAt, type Scope } from './banks.ts';
import { coFailureScore } from './co-failure.ts';
import { INDEPENDENCE } from './constants.ts';
import { hatCorrelations, pairSamples, persistence } from './hat.ts';
import { markupScore } from './markup.ts';
import { spikeScore } from './spike.ts';
import { staleScore } from './stale-match.ts';
import { stampScore } from './stamps.ts';
import { bandsOf, EVIDENCE_CELLS, providerAt, type IndependenceState } from './state.ts';

/** The order in which the evidence on a pair is kept. */
export const EVIDENCE = {
  spike: 0,
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
export type Table = { readonly n: number; readonly cells: Float64Array };

/** Every pair of `n` places once, the lower place first. */
export const pairsOf = function* (n: number): Generator<readonly [number, number]> {
  for (let one = 0; one < n; one++) {
    for (let other = one + 1; other < n; other++) {
      yield [one, other];
    }
  }
};

/** One number of the evidence on an ordered pair. */
export const read = (table: Table, one: number, other: number, cell: number): number =>
  cellAt(table.cells, (one * table.n + other) * EVIDENCE_CELLS + cell);

function write(table: Table, one: number, other: number, cell: number, value: number): void {
  table.cells[(one * table.n + other) * EVIDENCE_CELLS + cell] = value;
}

/**
 * The part of a provider's values that another one who reads it now and then would show while we still can see them: high for a
 * provider that stands still for seconds, low for one that trades many times between two polls.
 */
export function visibleShare(state: IndependenceState, index: number): number {
  const { pushed, answers } = providerAt(state, index);
  const still = Math.max(INDEPENDENCE.stillLeast, 1 - pushed / Math.max(1, answers));
  // Values per poll, if they come at random. Whoever reads at some moment meets a long-lived value more often than a short one.
  const rate = -Math.log(still);
  if (rate < 0.01) {
    return 1;
  }
  return (2 / rate) * (1 - still * (1 + rate + (rate * rate) / 2)) + still * (1 + rate);
}

function directEvidence(state: IndependenceState, scope: Scope): Table {
  const n = state.providers.length;
  const table: Table = { n, cells: new Float64Array(n * n * EVIDENCE_CELLS) };
  for (let one = 0; one < n; one++) {
    for (let other = 0; other < n; other++) {
      if (one === other) {
        continue;
      }
      const spike = spikeScore(state, one, other, scope);
      const stale = staleScore(state, one, other, scope);
      write(table, one, other, EVIDENCE.spike, spike.nats);
      write(table, one, other, EVIDENCE.forward, spike.forwardNats);
      const share = spike.events === 0 ? 0 : spike.hits / spike.events;
      write(table, one, other, EVIDENCE.share, share);
      write(table, one, other, EVIDENCE.lastingShare, share);
      write(table, one, other, EVIDENCE.coverage, share / visibleShare(state, other));
      if (state.family === 'price') {
        const markup = markupScore(state, one, other, scope);
        write(table, one, other, EVIDENCE.markup, markup.nats);
      }
      write(table, one, other, EVIDENCE.stamp, stampScore(state, one, other, scope));
      write(table, one, other, EVIDENCE.stale, stale.nats);
      write(table, one, other, EVIDENCE.coFailure, coFailureScore(state, one, other, scope));
      const events = { price: spike.events, counter: stale.values, height: 0 }[state.family];
      write(table, one, other, EVIDENCE.events, events);
    }
  }
  return table;
}

/** The strongest direct evidence on a pair in either direction: kinds that see the same coincidences are not added up. */
export function direct(table: Table, one: number, other: number): number {
  let most = 0;
  for (const cell of [EVIDENCE.spike, EVIDENCE.markup, EVIDENCE.stamp, EVIDENCE.stale]) {
    most = Math.max(most, read(table, one, other, cell), read(table, other, one, cell));
  }
  return most;
}

function linkedPairs(table: Table, nats: (one: number, other: number) => number): Set<number> {
  const linked = new Set<number>();
  for (const [one, other] of pairsOf(table.n)) {
    if (nats(one, other) <= INDEPENDENCE.linkNats) {
      continue;
    }
    linked.add(one * table.n + other);
    linked.add(other * table.n + one);
  }
  return linked;
}

/** How many providers share nothing with one another, found by leaving out whoever has most links: at least so many do. */
function unrelatedCount(n: number, linked: ReadonlySet<number>): number {
  const degree = Array.from({ length: n }, (_, one) =>
    Array.from({ length: n }, (_, other) => Number(linked.has(one * n + other))).reduce((sum, link) => sum + link, 0),
  );
  const chosen: number[] = [];
  for (const one of degree.map((_, index) => index).toSorted((x, y) => (degree[x] ?? 0) - (degree[y] ?? 0))) {
    if (chosen.every((other) => !linked.has(one * n + other))) {
      chosen.push(one);
    }
  }
  return chosen.length;
}

/** The two halves that a correlation must hold in, by what a scope is made of. */
function halvesOf(state: IndependenceState, scope: Scope): readonly Scope[] {
  const long = state.round >= INDEPENDENCE.generationRounds * 3;
  return scope === 'full' && long ? ['settled', 'window'] : ['previous', 'current'];
}

function halvesAreLong(state: IndependenceState, one: number, other: number, band: number, scope: Scope): boolean {
  return halvesOf(state, scope).every(
    (half) => pairSamples(state, one, other, band, half) >= INDEPENDENCE.hatHalfSamplesLeast,
  );
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
  return halves.reduce((least, half) => {
    const part = cellAt(half, pair);
    return Math.min(least, Number.isNaN(part) ? silent : part + INDEPENDENCE.hatHalfSlack);
  }, correlation);
}

function isMemoryless(state: IndependenceState, one: number, other: number, band: number, scope: Scope): boolean {
  return state.family !== 'price' || persistence(state, one, other, band, scope) < INDEPENDENCE.hatPersistenceMost;
}

/** Adds the evidence of the N-cornered hat to a table, twice, so that links that it finds leave the variances. */
function addHat(state: IndependenceState, table: Table, scope: Scope): void {
  const { n } = table;
  for (const [one, other] of pairsOf(n)) {
    write(table, one, other, EVIDENCE.correlation, Number.NaN);
  }
  const least = state.family === 'height' ? 4 : INDEPENDENCE.hatGroupsLeast;
  let before = -1;
  for (let turn = 0; turn < 2; turn++) {
    const linked = linkedPairs(
      table,
      (one, other) => direct(table, one, other) + read(table, one, other, EVIDENCE.hat),
    );
    if (linked.size === before || unrelatedCount(n, linked) < least) {
      return;
    }
    before = linked.size;
    for (const [one, other] of pairsOf(n)) {
      write(table, one, other, EVIDENCE.hat, 0);
      write(table, one, other, EVIDENCE.correlation, Number.NaN);
    }
    for (const [bandIndex, band] of bandsOf(state.family).entries()) {
      if (band.correlation === null) {
        continue;
      }
      const whole = hatCorrelations(state, bandIndex, scope, linked);
      let halves: readonly Float64Array[] | undefined;
      for (const [one, other] of pairsOf(n)) {
        let correlation = cellAt(whole, one * n + other);
        if (Number.isNaN(correlation)) {
          continue;
        }
        const known = read(table, one, other, EVIDENCE.correlation);
        write(
          table,
          one,
          other,
          EVIDENCE.correlation,
          Number.isNaN(known) ? correlation : Math.max(known, correlation),
        );
        if (correlation <= band.correlation || !halvesAreLong(state, one, other, bandIndex, scope)) {
          continue;
        }
        halves ??= halvesOf(state, scope).map((half) => hatCorrelations(state, bandIndex, half, linked));
        correlation = inHalves(state, halves, one * n + other, correlation);
        if (correlation <= band.correlation || !isMemoryless(state, one, other, bandIndex, scope)) {
          continue;
        }
        const samples = pairSamples(state, one, other, bandIndex, scope) / band.rowsPerSample;
        const credit = state.family === 'height' ? INDEPENDENCE.hatCreditHeight : INDEPENDENCE.hatCredit;
        const nats = -credit * samples * Math.log(1 - Math.min(correlation, 0.999) ** 2);
        write(table, one, other, EVIDENCE.hat, Math.max(nats, read(table, one, other, EVIDENCE.hat)));
      }
    }
  }
}

/** All the evidence on all pairs over a scope. */
export function weigh(state: IndependenceState, scope: Scope): Table {
  const table = directEvidence(state, scope);
  if (bandsOf(state.family).length > 0) {
    addHat(state, table, scope);
  }
  for (const [one, other] of pairsOf(table.n)) {
    const coincidences = direct(table, one, other);
    const values = coincidences + read(table, one, other, EVIDENCE.hat);
    const failures = Math.max(read(table, one, other, EVIDENCE.coFailure), read(table, other, one, EVIDENCE.coFailure));
    // Beside a correlation alone they prove nothing: failing together is one more way in which venues of one cloud are alike.
    const sum = values + (coincidences >= INDEPENDENCE.coFailureNeedsNats ? failures : 0);
    write(table, one, other, EVIDENCE.total, sum);
    write(table, other, one, EVIDENCE.total, sum);
    write(table, other, one, EVIDENCE.hat, read(table, one, other, EVIDENCE.hat));
    write(table, other, one, EVIDENCE.correlation, read(table, one, other, EVIDENCE.correlation));
    if (state.family !== 'height') {
      continue;
    }
    write(table, one, other, EVIDENCE.events, pairSamples(state, one, other, 0, scope));
    write(table, other, one, EVIDENCE.events, pairSamples(state, one, other, 0, scope));
  }
  return table;
}
