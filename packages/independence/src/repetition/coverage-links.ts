import { memoryLimits } from '../constants/memory.ts';
import { repetitionRule } from '../constants/repetition.ts';
import type { IndependenceState } from '../state.ts';
import { bestRatioHits, latestHits, natsAbove, natsBelow, repetitionsOf } from './copy-tests.ts';
import { besideValues, ratioHits } from './beside-shares.ts';
import { exactCoverage } from './own-distances.ts';
import { tickBp } from './printed-tick.ts';
import {
  behindClasses,
  createRepetitionCounts,
  lagClasses,
  type RepetitionCounts,
  type ValueHistory,
} from './repetition-state.ts';

/** How a share of repeated values is counted: values at ratio 1, or moves at the best ratio. */
type ShareKind = 'exact' | 'ratio';

/** Usual shares of repeated values of one kind and lag class: sorted over all pairs, and by provider. */
type UsualShares = {
  readonly all: readonly number[];
  readonly byFollower: readonly (readonly (readonly [leader: number, share: number])[])[];
  readonly byLeader: readonly (readonly (readonly [follower: number, share: number])[])[];
};

const kinds: readonly ShareKind[] = ['exact', 'ratio'];

function hitsOf(counts: RepetitionCounts, lagClass: number, kind: ShareKind): number {
  return kind === 'exact'
    ? (counts.exact[lagClass] ?? 0)
    : counts.isCoarse
      ? bestRatioHits(counts, lagClass, 'exact')
      : 0;
}

function testedOf(counts: RepetitionCounts, lagClass: number, kind: ShareKind): number {
  return (kind === 'exact' ? counts.tested : counts.movesTested)[lagClass] ?? 0;
}

function usualShares(state: IndependenceState, lagClass: number, kind: ShareKind): UsualShares {
  const n = state.providers.length;
  const all: number[] = [];
  const byFollower = Array.from({ length: n }, (): [number, number][] => []);
  const byLeader = Array.from({ length: n }, (): [number, number][] => []);
  for (let follower = 0; follower < n; follower++) {
    for (let leader = 0; leader < n; leader++) {
      const counts = repetitionsOf(state, follower, leader);
      const tested = counts === undefined ? 0 : testedOf(counts, lagClass, kind);
      if (counts === undefined || tested < repetitionRule.linkMinEvents) {
        continue;
      }
      // Ratios are compared on coarse ticks only, so other pairs are no crowd for them.
      if (kind === 'ratio' && !counts.isCoarse) {
        continue;
      }
      const share = hitsOf(counts, lagClass, kind) / tested;
      all.push(share);
      byFollower[follower]?.push([leader, share]);
      byLeader[leader]?.push([follower, share]);
    }
  }
  return { all: all.toSorted((a, b) => a - b), byFollower, byLeader };
}

function middle(shares: readonly (readonly [provider: number, share: number])[], without: number): number {
  const sorted = shares
    .filter(([provider]) => provider !== without)
    .map(([, share]) => share)
    .toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, sorted.length >> 1)] ?? 1;
}

/**
 * Returns the evidence in nats that nearly all new values of a follower repeat a leader, where other pairs repeat far
 * less at the same lag. Entry `follower * n + leader`.
 */
export function coverageLinks(state: IndependenceState): Float64Array {
  const n = state.providers.length;
  const nats = new Float64Array(n * n);
  const isVaried = state.repetition.histories.map(
    (history) => distinctValues(history) >= repetitionRule.linkMinDistinct,
  );
  for (let lagClass = 0; lagClass < behindClasses; lagClass++) {
    for (const kind of kinds) {
      const usual = usualShares(state, lagClass, kind);
      if (usual.all.length < repetitionRule.linkMinCrowd) {
        continue;
      }
      for (let follower = 0; follower < n; follower++) {
        for (let leader = 0; leader < n; leader++) {
          if (isVaried[follower] !== true || isVaried[leader] !== true) {
            continue;
          }
          const found = linkNats(state, { follower, leader, lagClass, kind, usual });
          nats[follower * n + leader] = Math.max(nats[follower * n + leader] ?? 0, found);
        }
      }
    }
  }
  return nats;
}

/** Returns how many different values a history holds. Providers that show few values repeat one another by chance. */
function distinctValues(history: ValueHistory): number {
  return new Set(history.logs.subarray(0, Math.min(history.runs, repetitionRule.historyRuns))).size;
}

type LinkQuestion = {
  readonly follower: number;
  readonly leader: number;
  readonly lagClass: number;
  readonly kind: ShareKind;
  readonly usual: UsualShares;
};

function linkNats(state: IndependenceState, question: LinkQuestion): number {
  const { follower, leader, lagClass, kind, usual } = question;
  const rule = repetitionRule;
  const counts = repetitionsOf(state, follower, leader);
  const history = state.repetition.histories[leader];
  const tested = counts === undefined ? 0 : testedOf(counts, lagClass, kind);
  if (counts === undefined || history === undefined || tested < rule.linkMinEvents) {
    return 0;
  }
  const coarser = Math.max(tickBp(state, follower), tickBp(state, leader));
  const coverage =
    rule.linkMinOfCoverage *
    exactCoverage(kind === 'exact' ? history.ownDistances : history.ownMoveDistances, 0.55 * coarser);
  if (coverage < rule.linkMinCoverage) {
    return 0;
  }
  const ratio = counts.isCoarse ? ratioHits(counts, lagClass) : { hits: 0, beside: 0 };
  const hits = kind === 'exact' ? hitsOf(counts, lagClass, kind) : ratio.hits;
  const isRecent = kind === 'exact' && tested > 40 && (lagClasses[lagClass]?.fromMs ?? 0) < rule.maxRecentLagMs;
  const latest = isRecent ? latestHits(counts, lagClass, 32) : 0;
  const minShare = Math.max(coverage, rule.linkMinShare);
  if (hits < minShare * tested && latest < rule.linkMinRecentShare * 32) {
    return 0;
  }
  const beside = kind === 'exact' ? besideValues(counts, lagClass) : { near: 0, far: ratio.beside, peak: 0 };
  const usualShare = Math.max(
    rule.minUsualShare,
    usual.all[Math.floor(0.75 * usual.all.length)] ?? 1,
    middle(usual.byFollower[follower] ?? [], leader),
    middle(usual.byLeader[leader] ?? [], follower),
    beside.far,
  );
  const chance = { usual: usualShare, near: beside.near, peak: beside.peak };
  const search = kind === 'exact' ? rule.linkSearchNats : rule.linkRatioSearchNats;
  const whole = shareNats(hits, tested, minShare, chance) - search;
  const lately = shareNats(latest, 32, rule.linkMinRecentShare, chance) - search - rule.linkRecentNats;
  return Math.max(0, whole, lately);
}

/** Shares of hits by chance: the usual one, that of the values one tick beside, and the peak that these continue to. */
type ChanceShares = { readonly usual: number; readonly near: number; readonly peak: number };

/** Returns the information of a share of hits against chance; 0 unless the share and its odds are large. */
function shareNats(hits: number, tested: number, minShare: number, { usual, near, peak }: ChanceShares): number {
  if (hits < minShare * tested) {
    return 0;
  }
  const odds = oddsOf((hits + 0.5) / (tested + 1));
  const isClear =
    odds >= repetitionRule.linkMinOdds * oddsOf(usual) && odds >= repetitionRule.linkMinOddsBeside * oddsOf(near);
  return isClear ? tested * natsAbove(hits / tested, Math.min(0.97, Math.max(usual, near, peak))) : 0;
}

function oddsOf(share: number): number {
  return share / Math.max(0.01, 1 - share);
}

/**
 * Forgets the counts of a pair whose latest events repeat far less than the earlier ones: a copy that left its
 * upstream. Returns whether it did.
 */
export function forgetLapsed(state: IndependenceState, follower: number, leader: number): boolean {
  const counts = repetitionsOf(state, follower, leader);
  if (counts === undefined) {
    return false;
  }
  for (let lagClass = 0; lagClass < behindClasses; lagClass++) {
    const tested = counts.tested[lagClass] ?? 0;
    if (tested < 64) {
      continue;
    }
    const latest = latestHits(counts, lagClass, 32);
    const before = ((counts.exact[lagClass] ?? 0) - latest) / (tested - 32);
    const nats = before < repetitionRule.linkMinShare ? 0 : 32 * natsBelow(latest / 32, Math.min(0.98, before));
    if (nats > repetitionRule.lapseNats) {
      state.repetition.pairs[follower * memoryLimits.maxProviders + leader] = createRepetitionCounts(
        counts.tickBp,
        counts.isCoarse,
      );
      return true;
    }
  }
  return false;
}
