import { cellAt, clearRow, type Scope } from './banks.ts';
import { coFailureScore } from './co-failure.ts';
import { INDEPENDENCE } from './constants.ts';
import { disagreementLasts, hatCorrelations, pairSamples, persistence } from './hat.ts';
import { markupScore } from './markup.ts';
import { spikeScore } from './spike.ts';
import { staleScore } from './stale-match.ts';
import { stampScore } from './stamps.ts';
import { bandsOf, EVIDENCE_CELLS, providerAt, type IndependenceState } from './state.ts';

/** What was decided about a pair. Unknown is the beginning, and never counts as independent. */
export type Verdict = 'unknown' | 'shared_upstream' | 'independent';
export const VERDICTS: readonly Verdict[] = ['unknown', 'shared_upstream', 'independent'];

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
} as const;

/** The banks whose old counts would keep a link alive; the hat demands the present window by itself. */
const COINCIDENCE_BANKS = ['spike', 'markup', 'stale', 'stamp'] as const;

type Table = { readonly n: number; readonly cells: Float64Array };

const pairsOf = function* (n: number): Generator<readonly [number, number]> {
  for (let one = 0; one < n; one++) for (let other = one + 1; other < n; other++) yield [one, other];
};

const read = (table: Table, one: number, other: number, cell: number): number =>
  cellAt(table.cells, (one * table.n + other) * EVIDENCE_CELLS + cell);

function write(table: Table, one: number, other: number, cell: number, value: number): void {
  table.cells[(one * table.n + other) * EVIDENCE_CELLS + cell] = value;
}

/**
 * The part of a provider's values that another one who reads it now and then would show while we still can see them: high for a
 * provider that stands still for seconds, low for one that trades many times between two polls.
 */
function visibleShare(state: IndependenceState, index: number): number {
  const { pushed, answers } = providerAt(state, index);
  const still = Math.max(INDEPENDENCE.stillLeast, 1 - pushed / Math.max(1, answers));
  return still >= 0.99 ? 1 : (1 - still) / -Math.log(still);
}

function directEvidence(state: IndependenceState, scope: Scope): Table {
  const n = state.providers.length;
  const table: Table = { n, cells: new Float64Array(n * n * EVIDENCE_CELLS) };
  for (let one = 0; one < n; one++) {
    for (let other = 0; other < n; other++) {
      if (one === other) continue;
      const spike = spikeScore(state, one, other, scope);
      const stale = staleScore(state, one, other, scope);
      write(table, one, other, EVIDENCE.spike, spike.nats);
      write(table, one, other, EVIDENCE.forward, spike.forwardNats);
      const share = spike.events === 0 ? 0 : spike.hits / spike.events;
      write(table, one, other, EVIDENCE.share, share);
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
function direct(table: Table, one: number, other: number): number {
  let most = 0;
  for (const cell of [EVIDENCE.spike, EVIDENCE.markup, EVIDENCE.stamp, EVIDENCE.stale]) {
    most = Math.max(most, read(table, one, other, cell), read(table, other, one, cell));
  }
  return most;
}

function linkedPairs(table: Table, nats: (one: number, other: number) => number): Set<number> {
  const linked = new Set<number>();
  for (const [one, other] of pairsOf(table.n)) {
    if (nats(one, other) <= INDEPENDENCE.linkNats) continue;
    linked.add(one * table.n + other);
    linked.add(other * table.n + one);
  }
  return linked;
}

function groupCount(n: number, linked: ReadonlySet<number>): number {
  const group = Array.from({ length: n }, (_, index) => index);
  for (const [one, other] of pairsOf(n)) {
    if (!linked.has(one * n + other)) continue;
    const [keep, drop] = [group[one], group[other]];
    for (let index = 0; index < n; index++) if (group[index] === drop) group[index] = keep ?? index;
  }
  return new Set(group).size;
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

/** Adds the evidence of the N-cornered hat to a table, twice, so that links that it finds leave the variances. */
function addHat(state: IndependenceState, table: Table, scope: Scope): void {
  const { n } = table;
  for (const [one, other] of pairsOf(n)) write(table, one, other, EVIDENCE.correlation, Number.NaN);
  const least = state.family === 'height' ? 4 : INDEPENDENCE.hatGroupsLeast;
  let before = -1;
  for (let turn = 0; turn < 2; turn++) {
    const linked = linkedPairs(
      table,
      (one, other) => direct(table, one, other) + read(table, one, other, EVIDENCE.hat),
    );
    if (linked.size === before || groupCount(n, linked) < least) return;
    before = linked.size;
    for (const [one, other] of pairsOf(n)) {
      write(table, one, other, EVIDENCE.hat, 0);
      write(table, one, other, EVIDENCE.correlation, Number.NaN);
    }
    for (const [bandIndex, band] of bandsOf(state.family).entries()) {
      if (band.correlation === null) continue;
      const whole = hatCorrelations(state, bandIndex, scope, linked);
      let halves: readonly Float64Array[] | undefined;
      for (const [one, other] of pairsOf(n)) {
        let correlation = cellAt(whole, one * n + other);
        if (Number.isNaN(correlation)) continue;
        const known = read(table, one, other, EVIDENCE.correlation);
        write(
          table,
          one,
          other,
          EVIDENCE.correlation,
          Number.isNaN(known) ? correlation : Math.max(known, correlation),
        );
        if (correlation <= band.correlation || !halvesAreLong(state, one, other, bandIndex, scope)) continue;
        halves ??= halvesOf(state, scope).map((half) => hatCorrelations(state, bandIndex, half, linked));
        for (const half of halves) {
          const part = cellAt(half, one * n + other);
          // A half in which two backends never lagged says nothing; a half without price rows says that it is too early.
          const silent = state.family === 'height' ? correlation : 0;
          correlation = Math.min(correlation, Number.isNaN(part) ? silent : part + INDEPENDENCE.hatHalfSlack);
        }
        if (correlation <= band.correlation) continue;
        if (
          state.family === 'price' &&
          !(persistence(state, one, other, bandIndex, scope) < INDEPENDENCE.hatPersistenceMost)
        )
          continue;
        const samples = pairSamples(state, one, other, bandIndex, scope) / band.rowsPerSample;
        const credit = state.family === 'height' ? INDEPENDENCE.hatCreditHeight : INDEPENDENCE.hatCredit;
        const nats = -credit * samples * Math.log(1 - Math.min(correlation, 0.999) ** 2);
        write(table, one, other, EVIDENCE.hat, Math.max(nats, read(table, one, other, EVIDENCE.hat)));
      }
    }
  }
}

function total(state: IndependenceState, scope: Scope): Table {
  const table = directEvidence(state, scope);
  if (bandsOf(state.family).length > 0) addHat(state, table, scope);
  for (const [one, other] of pairsOf(table.n)) {
    const values = direct(table, one, other) + read(table, one, other, EVIDENCE.hat);
    const failures = Math.max(read(table, one, other, EVIDENCE.coFailure), read(table, other, one, EVIDENCE.coFailure));
    const sum = values + (values >= INDEPENDENCE.coFailureNeedsNats ? failures : 0);
    write(table, one, other, EVIDENCE.total, sum);
    write(table, other, one, EVIDENCE.total, sum);
    write(table, other, one, EVIDENCE.hat, read(table, one, other, EVIDENCE.hat));
    write(table, other, one, EVIDENCE.correlation, read(table, one, other, EVIDENCE.correlation));
    if (state.family !== 'height') continue;
    write(table, one, other, EVIDENCE.events, pairSamples(state, one, other, 0, scope));
    write(table, other, one, EVIDENCE.events, pairSamples(state, one, other, 0, scope));
  }
  return table;
}

const eventsOf = (table: Table, one: number, other: number): number =>
  read(table, one, other, EVIDENCE.events) + read(table, other, one, EVIDENCE.events);

/**
 * Whether the window had the power to see again what everything together shows, and saw nothing. Coincidences only: the hat
 * asks for the window's consent by itself.
 */
function windowContradicts(full: Table, window: Table, one: number, other: number): boolean {
  const all = eventsOf(full, one, other);
  if (all === 0) return false;
  const expected = (direct(full, one, other) * eventsOf(window, one, other)) / all;
  return expected * 0.5 > INDEPENDENCE.linkNats && read(window, one, other, EVIDENCE.total) < INDEPENDENCE.unlinkNats;
}

/** Whether one end of a pair now clearly follows someone else who has nothing to do with the other end. */
function movedAway(full: Table, window: Table, one: number, other: number): boolean {
  // A link by the hat alone is often too young for the window, which then says nothing.
  if (direct(full, one, other) < INDEPENDENCE.unlinkNats) return false;
  if (read(window, one, other, EVIDENCE.total) >= INDEPENDENCE.independentNats) return false;
  for (const [end, rest] of [
    [one, other],
    [other, one],
  ] as const) {
    for (let third = 0; third < window.n; third++) {
      if (third === one || third === other) continue;
      if (
        read(window, end, third, EVIDENCE.total) > 2 * INDEPENDENCE.linkNats &&
        read(window, third, rest, EVIDENCE.total) < INDEPENDENCE.independentNats
      )
        return true;
    }
  }
  return false;
}

function proveIndependent(state: IndependenceState, table: Table, one: number, other: number): boolean {
  if (read(table, one, other, EVIDENCE.total) >= INDEPENDENCE.independentNats) return false;
  if (state.family === 'counter') {
    const against = Math.max(read(table, one, other, EVIDENCE.stale), read(table, other, one, EVIDENCE.stale));
    return against <= INDEPENDENCE.staleIndependentNats;
  }
  const correlation = read(table, one, other, EVIDENCE.correlation);
  const band = bandsOf(state.family).length - 1;
  const samples = pairSamples(state, one, other, band, 'full') / (bandsOf(state.family)[band]?.rowsPerSample ?? 1);
  const highest = correlation + INDEPENDENCE.independentCorrelationMargin / Math.sqrt(Math.max(1, samples));
  if (state.family === 'height') return highest < INDEPENDENCE.independentCorrelation;
  // Where the hat says nothing, for too few groups or too short a time, the pair's own disagreement must prove it alone.
  if (samples > INDEPENDENCE.hatSamplesLeast && correlation >= INDEPENDENCE.independentCorrelation) return false;
  const events = Math.min(read(table, one, other, EVIDENCE.events), read(table, other, one, EVIDENCE.events));
  return events >= INDEPENDENCE.independentEvents && disagreementLasts(state, one, other);
}

/**
 * Judges all pairs by what was counted so far and writes the result into `state.judgement`. Where the window contradicts
 * an older link, the older counts are forgotten, so that they cannot come back when the window moves on.
 */
export function judge(state: IndependenceState, nowMs: number): void {
  const full = total(state, 'full');
  const window = total(state, 'window');
  const { judgement, capacity } = state;
  judgement.atMs = nowMs;
  for (const [one, other] of pairsOf(full.n)) {
    const moved = windowContradicts(full, window, one, other) || movedAway(full, window, one, other);
    const byWindow = moved || read(window, one, other, EVIDENCE.total) > read(full, one, other, EVIDENCE.total);
    const table = byWindow ? window : full;
    const nats = read(table, one, other, EVIDENCE.total);
    const pair = one * capacity + other;
    const before = cellAt(judgement.verdicts, pair);
    let verdict = nats > (before === 1 ? INDEPENDENCE.unlinkNats : INDEPENDENCE.linkNats) ? 1 : 0;
    const proven = verdict === 0 && proveIndependent(state, table, one, other);
    const proofs = proven ? Math.min(INDEPENDENCE.independentJudgements, cellAt(judgement.proofs, pair) + 1) : 0;
    judgement.proofs[pair] = proofs;
    if (proofs >= INDEPENDENCE.independentJudgements) verdict = 2;
    if (verdict !== before || cellAt(judgement.sinceMs, pair) === 0) judgement.sinceMs[pair] = nowMs;
    judgement.verdicts[pair] = verdict;
    for (const [row, left, right] of [
      [pair, one, other],
      [other * capacity + one, other, one],
    ] as const) {
      for (let cell = 0; cell < EVIDENCE_CELLS; cell++) {
        // A changed upstream explains little of everything and much of the window.
        const most = cell === EVIDENCE.coverage || cell === EVIDENCE.share;
        const value = most
          ? Math.max(read(full, left, right, cell), read(window, left, right, cell))
          : read(table, left, right, cell);
        judgement.evidence[row * EVIDENCE_CELLS + cell] = value;
      }
      if (moved && nats < INDEPENDENCE.unlinkNats && read(full, one, other, EVIDENCE.total) > INDEPENDENCE.linkNats) {
        for (const name of COINCIDENCE_BANKS) clearRow(state.banks[name], row, 'settled');
      }
    }
  }
}
