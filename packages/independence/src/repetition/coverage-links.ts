import { repetitionRule } from '../constants/repetition.ts';
import { divergence } from '../generation-counters.ts';
import type { IndependenceState } from '../state.ts';
import { besideValues } from './beside-shares.ts';
import { coverageOfCopy, latestHits, repetitionsOf } from './repeats.ts';
import { clearCounts, lagClasses, untilLagMs, type RepetitionCounts, type ValueHistory } from './repetition-state.ts';

/** The shares of repeated values in one lag class. `all` has those of all pairs in ascending order. */
type UsualShares = {
  readonly all: readonly number[];
  readonly byFollower: readonly (readonly ShareOfPair[])[];
  readonly byLeader: readonly (readonly ShareOfPair[])[];
};
type ShareOfPair = { readonly partner: number; readonly share: number };

function usualShares(state: IndependenceState, lagClass: number): UsualShares {
  const n = state.providers.length;
  const { counts } = state.repetition;
  const all: number[] = [];
  const byFollower = Array.from({ length: n }, (): ShareOfPair[] => []);
  const byLeader = Array.from({ length: n }, (): ShareOfPair[] => []);
  for (let follower = 0; follower < n; follower++) {
    for (let leader = 0; leader < n; leader++) {
      const from = repetitionsOf(state, follower, leader);
      const tested = from < 0 ? 0 : (counts.tested[from + lagClass] ?? 0);
      if (tested < repetitionRule.linkMinEvents) {
        continue;
      }
      const share = (counts.exact[from + lagClass] ?? 0) / tested;
      all.push(share);
      byFollower[follower]?.push({ partner: leader, share });
      byLeader[leader]?.push({ partner: follower, share });
    }
  }
  return { all: all.toSorted((a, b) => a - b), byFollower, byLeader };
}

function middle(shares: readonly ShareOfPair[], without: number): number {
  const sorted = shares
    .filter(({ partner }) => partner !== without)
    .map(({ share }) => share)
    .toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 1;
}

/**
 * Returns the evidence, in nats, that nearly all new values of a follower repeat a leader's values, while other pairs
 * repeat far fewer at the same lag. The pair is at `follower * n + leader`.
 */
export function coverageLinks(state: IndependenceState): Float64Array {
  const n = state.providers.length;
  const nats = new Float64Array(n * n);
  const isVaried = state.repetition.histories.map(
    (history) => distinctValues(history) >= repetitionRule.linkMinDistinct,
  );
  for (let lagClass = 0; lagClass < lagClasses; lagClass++) {
    const usual = usualShares(state, lagClass);
    if (usual.all.length < repetitionRule.linkMinCrowd) {
      continue;
    }
    for (let follower = 0; follower < n; follower++) {
      for (let leader = 0; leader < n; leader++) {
        if (isVaried[follower] === true && isVaried[leader] === true) {
          const found = linkNats(state, { follower, leader, lagClass, usual });
          nats[follower * n + leader] = Math.max(nats[follower * n + leader] ?? 0, found);
        }
      }
    }
  }
  return nats;
}

/**
 * Returns the number of different values in a history. Providers with few different values repeat one another by
 * chance.
 */
function distinctValues(history: ValueHistory): number {
  return new Set(history.logs.subarray(0, Math.min(history.runs, repetitionRule.historyRuns))).size;
}

type LinkQuestion = {
  readonly follower: number;
  readonly leader: number;
  readonly lagClass: number;
  readonly usual: UsualShares;
};

function linkNats(state: IndependenceState, { follower, leader, lagClass, usual }: LinkQuestion): number {
  const rule = repetitionRule;
  const { counts } = state.repetition;
  const from = repetitionsOf(state, follower, leader);
  const cell = from + lagClass;
  const tested = from < 0 ? 0 : (counts.tested[cell] ?? 0);
  if (tested < rule.linkMinEvents) {
    return 0;
  }
  const hits = counts.exact[cell] ?? 0;
  const isRecent = tested > 40 && (untilLagMs[lagClass] ?? 0) <= rule.maxRecentLagMs;
  const latest = isRecent ? latestHits(counts, cell) : 0;
  if (hits < rule.linkMinShare * tested && latest < rule.linkMinRecentShare * 32) {
    return 0;
  }
  const coverage = rule.linkMinOfCoverage * coverageOfCopy(state, follower, leader);
  const minShare = Math.max(coverage, rule.linkMinShare);
  if (coverage < rule.linkMinCoverage || (hits < minShare * tested && latest < rule.linkMinRecentShare * 32)) {
    return 0;
  }
  const { near, far, peak } = besideValues(counts, cell);
  const usualShare = Math.max(
    rule.minUsualShare,
    usual.all[Math.floor(0.75 * usual.all.length)] ?? 1,
    middle(usual.byFollower[follower] ?? [], leader),
    middle(usual.byLeader[leader] ?? [], follower),
    far,
  );
  const chance = { usual: usualShare, near, peak };
  const whole = shareNats(hits, tested, minShare, chance) - rule.linkSearchNats;
  const lately = shareNats(latest, 32, rule.linkMinRecentShare, chance) - rule.linkSearchNats - rule.linkRecentNats;
  return Math.max(0, whole, lately);
}

/**
 * Shares of hits that chance predicts: the usual share of other pairs, the share of values one tick away, and the share
 * extrapolated to the value itself.
 */
type ChanceShares = { readonly usual: number; readonly near: number; readonly peak: number };

/**
 * Returns the evidence, in nats, that a share of hits did not arise by chance. Returns 0 unless both the share and its
 * odds are large.
 */
function shareNats(hits: number, tested: number, minShare: number, { usual, near, peak }: ChanceShares): number {
  if (hits < minShare * tested) {
    return 0;
  }
  const odds = oddsOf((hits + 0.5) / (tested + 1));
  const chance = Math.min(0.97, Math.max(usual, near, peak));
  const isClear =
    odds >= repetitionRule.linkMinOdds * oddsOf(usual) && odds >= repetitionRule.linkMinOddsBeside * oddsOf(near);
  return isClear && hits / tested > chance ? tested * divergence(hits / tested, chance) : 0;
}

function oddsOf(share: number): number {
  return share / Math.max(0.01, 1 - share);
}

/**
 * Forgets the counts of a pair whose latest events repeat far less than the earlier ones. This happens when a copy
 * leaves its upstream.
 */
export function forgetLapsed(state: IndependenceState, follower: number, leader: number): void {
  const { counts } = state.repetition;
  const from = repetitionsOf(state, follower, leader);
  for (let cell = from; from >= 0 && cell < from + lagClasses; cell++) {
    if (hasLapsed(counts, cell)) {
      const row = from / lagClasses;
      clearCounts(counts, row, counts.tickBp[row], counts.isCoarse[row] === 1);
      return;
    }
  }
}

function hasLapsed(counts: RepetitionCounts, cell: number): boolean {
  const tested = counts.tested[cell] ?? 0;
  if (tested < 64) {
    return false;
  }
  const latest = latestHits(counts, cell);
  const before = Math.min(0.98, ((counts.exact[cell] ?? 0) - latest) / (tested - 32));
  const isLess = before >= repetitionRule.linkMinShare && latest / 32 < before;
  return isLess && 32 * divergence(latest / 32, before) > repetitionRule.lapseNats;
}
