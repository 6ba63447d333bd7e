import { cellAt, clearRow } from './generation-counters.ts';
import { coincidenceRule } from './constants/coincidence.ts';
import { memoryLimits } from './constants/memory.ts';
import { persistenceProofRule } from './constants/persistence-proof.ts';
import { staleMatchRule } from './constants/stale-match.ts';
import { verdictThresholds } from './constants/verdicts.ts';
import { coversDelays } from './coincidence.ts';
import { isLagClear, isLagKnown } from './grid.ts';
import { lasting, pairSamples, unrelatedScales } from './n-cornered-hat.ts';
import { coverageLinks, forgetLapsed } from './repetition/coverage-links.ts';
import { isProvenByRepetition } from './repetition/prove-independence.ts';
import { bandsOf, evidenceCells, providerAt, type IndependenceState } from './state.ts';
import { direct, evidenceCell, pairsOf, read, visibleShare, scorePairs, type EvidenceTable } from './score-pairs.ts';

/** Forgets the repetitions of pairs that have parted. Returns the evidence of links by repetition in nats. */
function judgeRepetitions(state: IndependenceState): Float64Array {
  const n = state.providers.length;
  if (state.family !== 'price') {
    return new Float64Array(n * n);
  }
  for (const [a, b] of pairsOf(n)) {
    forgetLapsed(state, a, b);
    forgetLapsed(state, b, a);
  }
  return coverageLinks(state);
}

/** The verdict on a pair. It begins as unknown, which never counts as independent. */
export type PairVerdict = 'unknown' | 'shared_upstream' | 'independent';
/** The verdicts in the order of the numbers that a judgement stores. */
export const pairVerdicts: readonly PairVerdict[] = ['unknown', 'shared_upstream', 'independent'];

/** Counters whose old counts would preserve a link. The N-cornered hat checks the window itself. */
const coincidenceCounters = ['coincidence', 'markup', 'stale', 'stamp'] as const;

const eventsOf = (table: EvidenceTable, a: number, b: number): number =>
  read(table, a, b, evidenceCell.events) + read(table, b, a, evidenceCell.events);

/** Returns by how many deviations the window falls short of the coincidences that it should have shown again. */
function missing(full: EvidenceTable, window: EvidenceTable, a: number, b: number): number {
  const all = eventsOf(full, a, b);
  if (all === 0) {
    return 0;
  }
  const search = coincidenceRule.searchNats;
  const expected = ((direct(full, a, b) + search) * eventsOf(window, a, b)) / all;
  // Twice the evidence is the square of a deviation from chance. Deviations have a constant spread.
  return Math.sqrt(2 * expected) - Math.sqrt(2 * (read(window, a, b, evidenceCell.total) + search));
}

/** Returns whether the window could have shown an older link again and did not. */
function windowContradicts(full: EvidenceTable, window: EvidenceTable, a: number, b: number): boolean {
  const silent = read(window, a, b, evidenceCell.total) < verdictThresholds.unlinkNats;
  return silent && missing(full, window, a, b) > memoryLimits.windowDeviations;
}

/** Returns whether one end now follows a third provider that never shared anything with the other end. */
function movedAway(full: EvidenceTable, window: EvidenceTable, a: number, b: number): boolean {
  // A link by the hat alone is often too young for the window.
  if (direct(full, a, b) < verdictThresholds.unlinkNats) {
    return false;
  }
  if (read(window, a, b, evidenceCell.total) >= verdictThresholds.noTraceNats) {
    return false;
  }
  if (missing(full, window, a, b) < memoryLimits.movedDeviations) {
    return false;
  }
  const max = (left: number, right: number): number =>
    Math.max(read(window, left, right, evidenceCell.total), read(full, left, right, evidenceCell.total));
  for (const [end, rest] of [
    [a, b],
    [b, a],
  ] as const) {
    for (let third = 0; third < window.n; third++) {
      if (third === a || third === b) {
        continue;
      }
      if (
        max(end, third) > verdictThresholds.linkNats &&
        read(window, end, third, evidenceCell.total) > verdictThresholds.unlinkNats &&
        max(third, rest) < verdictThresholds.noTraceNats
      ) {
        return true;
      }
    }
  }
  return false;
}

/** Returns whether a link rests on old coincidences alone. Such a link loses the lower threshold of existing links. */
function fadesAway(full: EvidenceTable, window: EvidenceTable, a: number, b: number): boolean {
  return direct(full, a, b) >= verdictThresholds.unlinkNats && read(window, a, b, evidenceCell.total) === 0;
}

/** Returns whether a changed tick emptied the counts of a pair too recently for the link to show again. */
function isCountedAnew(state: IndependenceState, a: number, b: number): boolean {
  const changed = Math.max(providerAt(state, a).tickRound, providerAt(state, b).tickRound);
  return changed > 0 && state.round - changed < 2 * memoryLimits.generationRounds;
}

/** Returns how much this judgement adds to a proof of independence: nothing, one step, or two where it is clear. */
function proofSteps(
  state: IndependenceState,
  table: EvidenceTable,
  full: EvidenceTable,
  a: number,
  b: number,
): 0 | 1 | 2 {
  // A low correlation of heights proves nothing: a copy may add delays of its own. The order of requests decides there.
  if (state.family === 'height' || read(table, a, b, evidenceCell.total) >= verdictThresholds.noTraceNats) {
    return 0;
  }
  if (state.family === 'counter') {
    const against = Math.max(read(table, a, b, evidenceCell.stale), read(table, b, a, evidenceCell.stale));
    return against <= staleMatchRule.independentNats ? 1 : 0;
  }
  const correlation = read(table, a, b, evidenceCell.correlation);
  const band = bandsOf(state.family).findLastIndex((each) => each.correlation !== null);
  const samples = pairSamples(state, a, b, band, 'full') / (bandsOf(state.family)[band]?.rowsPerSample ?? 1);
  // Late providers differ for long from others because the market moves meanwhile.
  if (!isLagKnown(state, a) || !isLagKnown(state, b)) {
    return 0;
  }
  // Fast rounds fill the rings before a late copy repeats a value. Then only a clear lag tells it from a venue.
  const areCovered = coversDelays(state, a) && coversDelays(state, b);
  if (!areCovered && !(isLagClear(state, a) && isLagClear(state, b))) {
    return 0;
  }
  // With too few groups or too little time the hat is silent, and the pair's own disagreement decides.
  const overall = read(full, a, b, evidenceCell.correlation);
  const larger = Number.isNaN(overall) || correlation > overall ? correlation : overall;
  const likely = larger + persistenceProofRule.priceCorrelationMargin / Math.sqrt(Math.max(1, samples));
  if (likely >= persistenceProofRule.maxCorrelation) {
    return 0;
  }
  // A copy of a provider that trades often shows few visible values, so it takes more of them to exclude it.
  const hits = Math.min(
    read(table, a, b, evidenceCell.events) * visibleShare(state, b),
    read(table, b, a, evidenceCell.events) * visibleShare(state, a),
  );
  const events = Math.min(read(table, a, b, evidenceCell.events), read(table, b, a, evidenceCell.events));
  if (events < persistenceProofRule.minEvents || hits < persistenceProofRule.minHits) {
    return 0;
  }
  const times = lasting(state, a, b);
  return times > persistenceProofRule.clearTimes ? 2 : times > 1 ? 1 : 0;
}

/**
 * Judges all pairs and writes the result into `state.judgement`. Where the window contradicts an older link, the older
 * counts are cleared, so that they cannot return later.
 */
export function judge(state: IndependenceState, nowMs: number): void {
  const n = state.providers.length;
  const linked = new Set<number>();
  for (const [a, b] of pairsOf(n)) {
    if (cellAt(state.judgement.verdicts, a * state.capacity + b) === 1) {
      linked.add(a * n + b).add(b * n + a);
    }
  }
  const prior = { repetitions: judgeRepetitions(state), scales: unrelatedScales(state, linked) };
  const full = scorePairs(state, 'full', prior);
  const window = scorePairs(state, 'window', prior);
  const { judgement, capacity } = state;
  judgement.atMs = nowMs;
  for (const [a, b] of pairsOf(full.n)) {
    const moved = windowContradicts(full, window, a, b) || movedAway(full, window, a, b);
    const byWindow = moved || read(window, a, b, evidenceCell.total) > read(full, a, b, evidenceCell.total);
    const table = byWindow ? window : full;
    const nats = read(table, a, b, evidenceCell.total);
    const pair = a * capacity + b;
    const before = cellAt(judgement.verdicts, pair);
    const stays = before === 1 && !fadesAway(full, window, a, b);
    const stands = before === 1 && !moved && isCountedAnew(state, a, b);
    let verdict = stands || nats > (stays ? verdictThresholds.unlinkNats : verdictThresholds.linkNats) ? 1 : 0;
    const steps = verdict === 0 ? proofSteps(state, table, full, a, b) : 0;
    const proofs = steps > 0 ? Math.min(persistenceProofRule.judgements, cellAt(judgement.proofs, pair) + steps) : 0;
    judgement.proofs[pair] = proofs;
    const wasProven = cellAt(judgement.repetitionProofs, pair) === 1;
    const isProven = verdict === 0 && isProvenByRepetition(state, a, b, nats, wasProven);
    judgement.repetitionProofs[pair] = isProven ? 1 : 0;
    if (isProven || proofs >= persistenceProofRule.judgements) {
      verdict = 2;
    }
    if (verdict !== before || cellAt(judgement.sinceMs, pair) === 0) {
      judgement.sinceMs[pair] = nowMs;
    }
    judgement.verdicts[pair] = verdict;
    for (const [row, left, right] of [
      [pair, a, b],
      [b * capacity + a, b, a],
    ] as const) {
      for (let cell = 0; cell < evidenceCells; cell++) {
        // After a change of upstream the share is small over all counts and large in the window.
        const max = cell === evidenceCell.coverage || cell === evidenceCell.share;
        const overall = cell === evidenceCell.lastingShare;
        const value = max
          ? Math.max(read(full, left, right, cell), read(window, left, right, cell))
          : read(overall ? full : table, left, right, cell);
        judgement.evidence[row * evidenceCells + cell] = value;
      }
      if (
        moved &&
        nats < verdictThresholds.unlinkNats &&
        read(full, a, b, evidenceCell.total) > verdictThresholds.linkNats
      ) {
        for (const name of coincidenceCounters) {
          clearRow(state.counters[name], row, 'settled');
        }
      }
    }
  }
}
