import { cellAt, clearRow } from './generation-counters.ts';
import { groupsOf } from './verdicts/clusters.ts';
import { coincidenceRule } from './constants/coincidence.ts';
import { memoryLimits } from './constants/memory.ts';
import { staleMatchRule } from './constants/stale-match.ts';
import { verdictThresholds } from './constants/verdicts.ts';
import { unrelatedScales } from './movement/n-cornered-hat.ts';
import { coverageLinks, forgetLapsed } from './repetition/coverage-links.ts';
import { isDue, judgeResponses } from './response/judge-responses.ts';
import { judgeLocks } from './response/lock-links.ts';
import { pairPlace } from './response/response-state.ts';
import { evidenceCells, providerAt, type IndependenceState } from './state.ts';
import { direct, evidenceCell, pairsOf, read, scorePairs, type EvidenceTable } from './movement/score-pairs.ts';

/** Returns the evidence, in nats, of links by values that stay at one ratio. The pair (a, b) is at `a * n + b`. */
function lockLinks({ providers, response }: IndependenceState): Float64Array {
  const n = providers.length;
  const nats = new Float64Array(n * n);
  for (const [a, b] of pairsOf(response.movers.length)) {
    const linkNats = cellAt(response.lockNats, pairPlace(a, b));
    nats[a * n + b] = linkNats;
    nats[b * n + a] = linkNats;
  }
  return nats;
}

/**
 * Returns the evidence, in nats, of links by repetition. Before that, it clears the counts of pairs that no longer
 * repeat each other.
 */
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

/**
 * Counters that `judge` clears when the window (the last two generations) contradicts an older link. Otherwise their
 * old counts would preserve the link. The N-cornered hat needs no entry here, because it checks the window itself.
 */
const coincidenceCounters = ['coincidence', 'markup', 'stale'] as const;

const eventsOf = (table: EvidenceTable, a: number, b: number): number =>
  read(table, a, b, evidenceCell.events) + read(table, b, a, evidenceCell.events);

/**
 * Returns by how many standard deviations the coincidences in the window fall short of those that an existing link
 * should produce.
 */
function missing(full: EvidenceTable, window: EvidenceTable, a: number, b: number): number {
  const all = eventsOf(full, a, b);
  if (all === 0) {
    return 0;
  }
  const search = coincidenceRule.searchNats;
  const expected = ((direct(full, a, b) + search) * eventsOf(window, a, b)) / all;
  // Twice the evidence is the squared deviation from chance, in standard deviations. Two such deviations may be
  // subtracted, because their spread does not depend on the evidence.
  return Math.sqrt(2 * expected) - Math.sqrt(2 * (read(window, a, b, evidenceCell.total) + search));
}

/** Returns whether older counts show a link that the window does not show, although it has enough data to show it. */
function windowContradicts(full: EvidenceTable, window: EvidenceTable, a: number, b: number): boolean {
  const silent = read(window, a, b, evidenceCell.total) < verdictThresholds.unlinkNats;
  return silent && missing(full, window, a, b) > memoryLimits.windowDeviations;
}

/**
 * Returns whether one provider of a pair now follows a third provider that never shared anything with the pair's other
 * provider.
 */
function movedAway(full: EvidenceTable, window: EvidenceTable, a: number, b: number): boolean {
  // A link that only the N-cornered hat shows is often too recent to be judged by the window.
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

/**
 * Returns whether all evidence of a link is older than the window. Such a link lasts only while its evidence exceeds
 * the threshold of a new link.
 */
function fadesAway(full: EvidenceTable, window: EvidenceTable, a: number, b: number): boolean {
  return direct(full, a, b) >= verdictThresholds.unlinkNats && read(window, a, b, evidenceCell.total) === 0;
}

/**
 * Returns whether a changed tick cleared the counts of a pair within the last two generations. The new counts are still
 * too few to show a link, so their silence is no reason to end one.
 */
function isCountedAnew(state: IndependenceState, a: number, b: number): boolean {
  const changed = Math.max(providerAt(state, a).tickRound, providerAt(state, b).tickRound);
  return changed > 0 && state.round - changed < 2 * memoryLimits.generationRounds;
}

/**
 * Returns whether this judgement finds two readers of a counter independent, because neither shows old values of the
 * other.
 */
function isProofStep(state: IndependenceState, table: EvidenceTable, a: number, b: number): boolean {
  const against = Math.max(read(table, a, b, evidenceCell.stale), read(table, b, a, evidenceCell.stale));
  const hasTrace = read(table, a, b, evidenceCell.total) >= verdictThresholds.noTraceNats;
  return state.family === 'counter' && !hasTrace && against <= staleMatchRule.independentNats;
}

/**
 * Judges all pairs and writes the results to `state.judgement`. All counts together may show a link that the window
 * (the counts of the last two generations) contradicts. In this case `judge` clears the counts from before the window,
 * because they would show the ended link again.
 */
export function judge(state: IndependenceState, nowMs: number): void {
  const n = state.providers.length;
  const { judgement, capacity } = state;
  const linked = new Set<number>();
  for (const [a, b] of pairsOf(n)) {
    if (cellAt(judgement.verdicts, a * capacity + b) === 1) {
      linked.add(a * n + b).add(b * n + a);
    }
  }
  if (isDue(state.response, nowMs - state.startMs)) {
    judgeLocks(state.response, nowMs - state.startMs);
  }
  const prior = {
    locks: lockLinks(state),
    repetitions: judgeRepetitions(state),
    scaleOf: unrelatedScales(state, linked),
  };
  const full = scorePairs(state, 'full', prior);
  // In the first two generations the window contains all counts.
  const window = state.round < 2 * memoryLimits.generationRounds ? full : scorePairs(state, 'window', prior);
  judgement.atMs = nowMs;
  const links = new Uint8Array(judgement.verdicts.length);
  for (const [a, b] of pairsOf(n)) {
    const pair = a * capacity + b;
    const moved = windowContradicts(full, window, a, b) || movedAway(full, window, a, b);
    const byWindow = moved || read(window, a, b, evidenceCell.total) > read(full, a, b, evidenceCell.total);
    const table = byWindow ? window : full;
    const nats = read(table, a, b, evidenceCell.total);
    const wasLinked = cellAt(judgement.verdicts, pair) === 1;
    const stays = wasLinked && !fadesAway(full, window, a, b);
    const stands = wasLinked && !moved && isCountedAnew(state, a, b);
    links[pair] = stands || nats > (stays ? verdictThresholds.unlinkNats : verdictThresholds.linkNats) ? 1 : 0;
    const isStep = links[pair] === 0 && isProofStep(state, table, a, b);
    judgement.proofs[pair] = isStep ? Math.min(staleMatchRule.judgements, cellAt(judgement.proofs, pair) + 1) : 0;
    storeEvidence(state, [a, b], full, window, table);
    const wasClear = read(full, a, b, evidenceCell.total) > verdictThresholds.linkNats;
    if (moved && wasClear && nats < verdictThresholds.unlinkNats) {
      for (const name of coincidenceCounters) {
        clearRow(state.counters[name], pair, 'settled');
        clearRow(state.counters[name], b * capacity + a, 'settled');
      }
    }
  }
  concludeProofs(state, links, nowMs);
}

/** Stores the evidence on a pair in both directions. */
function storeEvidence(
  state: IndependenceState,
  [a, b]: readonly [number, number],
  full: EvidenceTable,
  window: EvidenceTable,
  table: EvidenceTable,
): void {
  const { judgement, capacity } = state;
  for (const [left, right] of [
    [a, b],
    [b, a],
  ] as const) {
    for (let cell = 0; cell < evidenceCells; cell++) {
      // After a change of upstream these two shares are small over all counts and large in the window. So the larger of
      // the two numbers is stored.
      const max = cell === evidenceCell.coverage || cell === evidenceCell.share;
      const overall = cell === evidenceCell.lastingShare;
      const value = max
        ? Math.max(read(full, left, right, cell), read(window, left, right, cell))
        : read(overall ? full : table, left, right, cell);
      judgement.evidence[(left * capacity + right) * evidenceCells + cell] = value;
    }
  }
}

/**
 * Writes the verdicts: `links`, which were just found, and the proofs of all other pairs. For prices, the proofs come
 * from the responses, which it judges only when they are due.
 */
function concludeProofs(state: IndependenceState, links: Uint8Array, nowMs: number): void {
  const { judgement, capacity, response } = state;
  const before = judgement.verdicts.slice();
  judgement.verdicts.set(links);
  const elapsedMs = nowMs - state.startMs;
  if (isDue(response, elapsedMs)) {
    const areLinked = (a: number, b: number): boolean =>
      cellAt(links, Math.min(a, b) * capacity + Math.max(a, b)) === 1;
    judgeResponses(response, { ...groupsOf(state), areLinked }, elapsedMs);
  }
  for (const [a, b] of pairsOf(state.providers.length)) {
    const pair = a * capacity + b;
    const hasTrace = evidenceOf(state, pair) >= verdictThresholds.doubtNats;
    const isProven =
      state.family === 'price'
        ? cellAt(response.shares, pairPlace(a, b)) > 0 && !hasTrace
        : cellAt(judgement.proofs, pair) >= staleMatchRule.judgements;
    const verdict = links[pair] === 0 && isProven ? 2 : cellAt(links, pair);
    judgement.verdicts[pair] = verdict;
    if (verdict !== cellAt(before, pair) || cellAt(judgement.sinceMs, pair) === 0) {
      judgement.sinceMs[pair] = nowMs;
    }
  }
}

const evidenceOf = (state: IndependenceState, pair: number): number =>
  cellAt(state.judgement.evidence, pair * evidenceCells + evidenceCell.total);
