import { cellAt, clearRow } from './banks.ts';
import { INDEPENDENCE } from './constants.ts';
import { lasting, pairSamples } from './hat.ts';
import { bandsOf, EVIDENCE_CELLS, providerAt, type IndependenceState } from './state.ts';
import { direct, EVIDENCE, pairsOf, read, visibleShare, weigh, type Table } from './weigh.ts';

/** What was decided about a pair. Unknown is the beginning, and never counts as independent. */
export type Verdict = 'unknown' | 'shared_upstream' | 'independent';
/** The verdicts by the number that a judgement keeps. */
export const VERDICTS: readonly Verdict[] = ['unknown', 'shared_upstream', 'independent'];

/** The banks whose old counts would keep a link alive; the hat demands the present window by itself. */
const COINCIDENCE_BANKS = ['spike', 'markup', 'stale', 'stamp'] as const;

const eventsOf = (table: Table, one: number, other: number): number =>
  read(table, one, other, EVIDENCE.events) + read(table, other, one, EVIDENCE.events);

/**
 * By how many deviations the window falls short of what it should have shown again of a pair's coincidences. The hat asks for
 * the window's consent by itself.
 */
function missing(full: Table, window: Table, one: number, other: number): number {
  const all = eventsOf(full, one, other);
  if (all === 0) {
    return 0;
  }
  const search = INDEPENDENCE.spikeSearchNats;
  const expected = ((direct(full, one, other) + search) * eventsOf(window, one, other)) / all;
  // Twice the evidence is the square of a deviation from chance, and deviations are what chance spreads evenly.
  return Math.sqrt(2 * expected) - Math.sqrt(2 * (read(window, one, other, EVIDENCE.total) + search));
}

/** Whether the window had the power to see again what everything together shows, and saw nothing. */
function windowContradicts(full: Table, window: Table, one: number, other: number): boolean {
  const silent = read(window, one, other, EVIDENCE.total) < INDEPENDENCE.unlinkNats;
  return silent && missing(full, window, one, other) > INDEPENDENCE.windowDeviations;
}

/** Whether one end of a pair now clearly follows someone else who never had anything to do with the other end. */
function movedAway(full: Table, window: Table, one: number, other: number): boolean {
  // A link by the hat alone is often too young for the window, which then says nothing.
  if (direct(full, one, other) < INDEPENDENCE.unlinkNats) {
    return false;
  }
  if (read(window, one, other, EVIDENCE.total) >= INDEPENDENCE.independentNats) {
    return false;
  }
  if (missing(full, window, one, other) < INDEPENDENCE.movedDeviations) {
    return false;
  }
  const most = (left: number, right: number): number =>
    Math.max(read(window, left, right, EVIDENCE.total), read(full, left, right, EVIDENCE.total));
  for (const [end, rest] of [
    [one, other],
    [other, one],
  ] as const) {
    for (let third = 0; third < window.n; third++) {
      if (third === one || third === other) {
        continue;
      }
      if (
        most(end, third) > INDEPENDENCE.linkNats &&
        read(window, end, third, EVIDENCE.total) > INDEPENDENCE.unlinkNats &&
        most(third, rest) < INDEPENDENCE.independentNats
      ) {
        return true;
      }
    }
  }
  return false;
}

/** Whether a link lives on old coincidences alone: then it has no claim to the lower threshold of a link that stands. */
function fadesAway(full: Table, window: Table, one: number, other: number): boolean {
  return direct(full, one, other) >= INDEPENDENCE.unlinkNats && read(window, one, other, EVIDENCE.total) === 0;
}

/** Whether a changed tick emptied the counts of a pair so lately that what they had shown cannot have been seen again. */
function isCountedAnew(state: IndependenceState, one: number, other: number): boolean {
  const changed = Math.max(providerAt(state, one).tickRound, providerAt(state, other).tickRound);
  return changed > 0 && state.round - changed < 2 * INDEPENDENCE.generationRounds;
}

/** How much this judgement adds to a pair's proof of independence: nothing, a step, or two where there is no doubt at all. */
function proofSteps(state: IndependenceState, table: Table, one: number, other: number): 0 | 1 | 2 {
  if (read(table, one, other, EVIDENCE.total) >= INDEPENDENCE.independentNats) {
    return 0;
  }
  if (state.family === 'counter') {
    const against = Math.max(read(table, one, other, EVIDENCE.stale), read(table, other, one, EVIDENCE.stale));
    return against <= INDEPENDENCE.staleIndependentNats ? 1 : 0;
  }
  const correlation = read(table, one, other, EVIDENCE.correlation);
  const band = bandsOf(state.family).findLastIndex((each) => each.correlation !== null);
  const samples = pairSamples(state, one, other, band, 'full') / (bandsOf(state.family)[band]?.rowsPerSample ?? 1);
  const highest = correlation + INDEPENDENCE.independentCorrelationMargin / Math.sqrt(Math.max(1, samples));
  if (state.family === 'height') {
    return highest < INDEPENDENCE.independentCorrelation ? 1 : 0;
  }
  // Where the hat says nothing, for too few groups or too short a time, the pair's own disagreement must prove it alone.
  if (samples > INDEPENDENCE.hatSamplesLeast && correlation >= INDEPENDENCE.independentCorrelation) {
    return 0;
  }
  // A copy of a provider that trades often shows few values that were seen: it takes as many more of them to miss it.
  const hits = Math.min(
    read(table, one, other, EVIDENCE.events) * visibleShare(state, other),
    read(table, other, one, EVIDENCE.events) * visibleShare(state, one),
  );
  const events = Math.min(read(table, one, other, EVIDENCE.events), read(table, other, one, EVIDENCE.events));
  if (events < INDEPENDENCE.independentEvents || hits < INDEPENDENCE.independentHits) {
    return 0;
  }
  const times = lasting(state, one, other);
  return times > INDEPENDENCE.independentClearly ? 2 : times > 1 ? 1 : 0;
}

/**
 * Judges all pairs by what was counted so far and writes the result into `state.judgement`. Where the window contradicts
 * an older link, the older counts are forgotten, so that they cannot come back when the window moves on.
 */
export function judge(state: IndependenceState, nowMs: number): void {
  const full = weigh(state, 'full');
  const window = weigh(state, 'window');
  const { judgement, capacity } = state;
  judgement.atMs = nowMs;
  for (const [one, other] of pairsOf(full.n)) {
    const moved = windowContradicts(full, window, one, other) || movedAway(full, window, one, other);
    const byWindow = moved || read(window, one, other, EVIDENCE.total) > read(full, one, other, EVIDENCE.total);
    const table = byWindow ? window : full;
    const nats = read(table, one, other, EVIDENCE.total);
    const pair = one * capacity + other;
    const before = cellAt(judgement.verdicts, pair);
    const stays = before === 1 && !fadesAway(full, window, one, other);
    const stands = before === 1 && !moved && isCountedAnew(state, one, other);
    let verdict = stands || nats > (stays ? INDEPENDENCE.unlinkNats : INDEPENDENCE.linkNats) ? 1 : 0;
    const steps = verdict === 0 ? proofSteps(state, table, one, other) : 0;
    const proofs = steps > 0 ? Math.min(INDEPENDENCE.independentJudgements, cellAt(judgement.proofs, pair) + steps) : 0;
    judgement.proofs[pair] = proofs;
    if (proofs >= INDEPENDENCE.independentJudgements) {
      verdict = 2;
    }
    if (verdict !== before || cellAt(judgement.sinceMs, pair) === 0) {
      judgement.sinceMs[pair] = nowMs;
    }
    judgement.verdicts[pair] = verdict;
    for (const [row, left, right] of [
      [pair, one, other],
      [other * capacity + one, other, one],
    ] as const) {
      for (let cell = 0; cell < EVIDENCE_CELLS; cell++) {
        // A changed upstream explains little of everything and much of the window.
        const most = cell === EVIDENCE.coverage || cell === EVIDENCE.share;
        const overall = cell === EVIDENCE.lastingShare;
        const value = most
          ? Math.max(read(full, left, right, cell), read(window, left, right, cell))
          : read(overall ? full : table, left, right, cell);
        judgement.evidence[row * EVIDENCE_CELLS + cell] = value;
      }
      if (moved && nats < INDEPENDENCE.unlinkNats && read(full, one, other, EVIDENCE.total) > INDEPENDENCE.linkNats) {
        for (const name of COINCIDENCE_BANKS) {
          clearRow(state.banks[name], row, 'settled');
        }
      }
    }
  }
}
