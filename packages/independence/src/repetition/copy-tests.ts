import { memoryLimits } from '../constants/memory.ts';
import { repetitionRule } from '../constants/repetition.ts';
import type { IndependenceState } from '../state.ts';
import { coverageOfCopy, type CopyCoverage } from './count-repetitions.ts';
import { exactCopyCoverage, exactCoverage } from './own-distances.ts';
import { tickBp } from './printed-tick.ts';
import { behindClasses, lagClasses, type RepetitionCounts } from './repetition-state.ts';

const { ringCells } = repetitionRule;

/** Evidence in nats against one provider being a full or a partial copy of another. */
export type CopyTest = { readonly full: number; readonly part: number };

/** Returns the counts of an ordered pair, or undefined while there are none. */
export function repetitionsOf(
  state: IndependenceState,
  follower: number,
  leader: number,
): RepetitionCounts | undefined {
  return state.repetition.pairs[follower * memoryLimits.maxProviders + leader];
}

/** Returns the information in nats of one event of share `observed` against a larger expected share, else 0. */
export function natsBelow(observed: number, expected: number): number {
  return observed >= expected ? 0 : natsBetween(observed, expected);
}

/** Returns the same against a smaller expected share, else 0. */
export function natsAbove(observed: number, expected: number): number {
  return observed <= expected ? 0 : natsBetween(observed, expected);
}

function natsBetween(observed: number, expected: number): number {
  const hit = observed > 0 ? observed * Math.log(observed / expected) : 0;
  return hit + (observed < 1 ? (1 - observed) * Math.log((1 - observed) / (1 - expected)) : 0);
}

/** Which ratios are meant: all of them, only those of one or nearly one, or all others. */
type RatioRange = 'all' | 'one' | 'others';

/** Returns the repeated moves of a lag class at the ratio with most of them. A ratio of 1 is among the ratios. */
export function bestRatioHits(
  counts: RepetitionCounts,
  lagClass: number,
  kind: 'exact' | 'near',
  range: RatioRange = 'all',
): number {
  const { rings, isCoarse } = counts;
  const half = ringCells / 2;
  const from = lagClass * ringCells + (isCoarse && kind === 'near' ? half : 0);
  const cells = isCoarse ? half : ringCells;
  let best = 0;
  for (let cell = 0; cell < cells; cell++) {
    // A move without an offset hits the first cell and the last one.
    const isOne = cell === 0 || cell === cells - 1;
    if (range !== 'all' && isOne !== (range === 'one')) {
      continue;
    }
    best = Math.max(best, rings[from + cell] ?? 0);
  }
  return best;
}

/**
 * Tests whether a provider can be a copy of another, fully or in part.
 *
 * For h hits of n and the share c of a copy, the evidence against a lag class is n KL(h/n || c) - ln(n + 1)/2. This is
 * the mixture form of a sequential test (Robbins 1970), so it may be read at any time. The likeliest class decides.
 */
export function testCopy(state: IndependenceState, follower: number, leader: number): CopyTest {
  const counts = repetitionsOf(state, follower, leader);
  const history = state.repetition.histories[leader];
  const coverage = coverageOfCopy(state, follower, leader);
  if (counts === undefined || history === undefined) {
    return { full: 0, part: 0 };
  }
  const coarser = Math.max(tickBp(state, follower), tickBp(state, leader));
  const exact = exactCopyCoverage(history, 'values', 0.55 * coarser);
  const values = haveEqualTicks(state, follower, leader) ? exact : 0;
  let full = Infinity;
  let part = Infinity;
  for (const [lagClass, { fromMs }] of lagClasses.entries()) {
    const tested = counts.tested[lagClass] ?? 0;
    if (tested < repetitionRule.minEvents || (counts.movesTested[lagClass] ?? 0) < repetitionRule.minEvents) {
      return { full: 0, part: 0 };
    }
    full = Math.min(full, natsAgainst(counts, lagClass, coverage, values));
    if (fromMs >= 1000 * repetitionRule.commonLagSeconds) {
      continue;
    }
    const isCoarse = coarser >= repetitionRule.coarseTickBp;
    const share = isCoarse ? repetitionRule.partShareCoarse : repetitionRule.partShare;
    const chance = isCoarse ? usualShare(state, follower, leader, lagClass) : 0;
    const expected = exact * share + (1 - share) * chance;
    part = Math.min(
      part,
      expected < 0.05 ? 0 : mixtureNats(counts.exact[lagClass] ?? 0, tested, Math.min(0.95, expected)),
    );
  }
  return { full, part };
}

function mixtureNats(hits: number, tested: number, expected: number): number {
  return tested * natsBelow(hits / tested, expected) - 0.5 * Math.log(tested + 1);
}

/**
 * Returns the evidence against a full copy with lags of one class, in the better of both windows.
 *
 * Where both providers show the same coarse ticks, a copy without a ratio repeats single values, which venues repeat
 * less often by chance than their moves allow to tell. Any ratio that moves a value by a tick or more is left to moves.
 * A copy that adds noise and prints the coarse ticks of its upstream is rare.
 *
 * @param values share of a copy's single values that the leader would show; 0 where ticks are fine or differ
 */
export function natsAgainst(
  counts: RepetitionCounts,
  lagClass: number,
  coverage: CopyCoverage,
  values: number,
): number {
  const { minCoverage, moveCredit, rareNats, maxRareNats, unmovedShare } = repetitionRule;
  const tested = counts.movesTested[lagClass] ?? 0;
  const singles = counts.tested[lagClass] ?? 0;
  const movesAgainst = (kind: 'exact' | 'near', share: number, range: RatioRange = 'all'): number =>
    share < minCoverage ? 0 : mixtureNats(bestRatioHits(counts, lagClass, kind, range), tested, share);
  const exactAgainst = (unmoved: number): number => {
    const share = coverage.exact * unmoved ** 2;
    const withoutRatio = values < minCoverage ? 0 : mixtureNats(counts.exact[lagClass] ?? 0, singles, values * unmoved);
    return Math.max(movesAgainst('exact', share), Math.min(withoutRatio, movesAgainst('exact', share, 'others')));
  };
  const near = Math.max(0, movesAgainst('near', coverage.near));
  const lagNats = lagClasses[lagClass]?.isRare === true ? rareNats : 0;
  if (!counts.isCoarse) {
    return moveCredit * near + lagNats;
  }
  const plain = moveCredit * Math.max(near, exactAgainst(1)) + lagNats;
  const noisy = moveCredit * Math.max(near, exactAgainst(unmovedShare)) + Math.min(maxRareNats, lagNats + rareNats);
  return Math.min(plain, noisy);
}

/** Returns whether two providers print the same coarse ticks. */
function haveEqualTicks(state: IndependenceState, a: number, b: number): boolean {
  const [tickA, tickB] = [tickBp(state, a), tickBp(state, b)];
  return Math.min(tickA, tickB) >= repetitionRule.coarseTickBp && Math.max(tickA, tickB) < 1.2 * Math.min(tickA, tickB);
}

/** Returns the share of a follower's new values that it usually repeats of providers other than the leader. */
function usualShare(state: IndependenceState, follower: number, leader: number, lagClass: number): number {
  return middleOfOthers(state, follower, leader, (counts) => {
    const tested = counts.tested[lagClass] ?? 0;
    return tested > repetitionRule.minEvents ? (counts.exact[lagClass] ?? 0) / tested : undefined;
  });
}

/** Returns the median of a share over a follower's other leaders, and 0 while fewer than two are known. */
function middleOfOthers(
  state: IndependenceState,
  follower: number,
  leader: number,
  shareOf: (counts: RepetitionCounts) => number | undefined,
): number {
  const shares: number[] = [];
  for (let third = 0; third < state.providers.length; third++) {
    const counts = third === leader ? undefined : repetitionsOf(state, follower, third);
    const share = counts === undefined ? undefined : shareOf(counts);
    if (share !== undefined) {
      shares.push(share);
    }
  }
  return shares.length < 2 ? 0 : (shares.toSorted((a, b) => a - b)[shares.length >> 1] ?? 0);
}

/** Returns the share of a full copy's new values that the leader would show exactly. */
export function exactCoverageOf(state: IndependenceState, follower: number, leader: number): number {
  const history = state.repetition.histories[leader];
  const coarser = Math.max(tickBp(state, follower), tickBp(state, leader));
  return history === undefined ? 0 : exactCoverage(history.ownDistances, 0.55 * coarser);
}

/**
 * Returns whether a follower repeats a part of a leader's values only: more than chance, and far less than a full copy,
 * over all events and over the latest ones.
 */
export function repeatsInPart(state: IndependenceState, follower: number, leader: number): boolean {
  const counts = repetitionsOf(state, follower, leader);
  const coverage = exactCoverageOf(state, follower, leader);
  if (counts === undefined || coverage < repetitionRule.minValueCoverage) {
    return false;
  }
  let best = 0;
  let isTested = false;
  for (let lagClass = 0; lagClass < behindClasses; lagClass++) {
    const tested = counts.tested[lagClass] ?? 0;
    if (tested < repetitionRule.linkMinEvents) {
      continue;
    }
    isTested = true;
    const lately = tested < 64 ? 0 : latestHits(counts, lagClass, 32) / 32;
    best = Math.max(best, lately, (counts.exact[lagClass] ?? 0) / tested);
  }
  return isTested && best > repetitionRule.minPart && best < repetitionRule.minWholeOfCoverage * coverage;
}

/**
 * Returns whether one end has begun to copy: the latest 8, 16 or 32 events repeat far more than all before, and than
 * the follower's other leaders.
 */
export function hasSurged(state: IndependenceState, follower: number, leader: number): boolean {
  const counts = repetitionsOf(state, follower, leader);
  return (
    counts !== undefined &&
    lagClasses.some((_, lagClass) =>
      [8, 16, 32].some((latest) => surges(state, { follower, leader, lagClass, latest })),
    )
  );
}

type SurgeQuestion = {
  readonly follower: number;
  readonly leader: number;
  readonly lagClass: number;
  readonly latest: number;
};

function surges(state: IndependenceState, { follower, leader, lagClass, latest }: SurgeQuestion): boolean {
  const counts = repetitionsOf(state, follower, leader);
  const tested = counts?.tested[lagClass] ?? 0;
  if (counts === undefined || tested < 2 * latest) {
    return false;
  }
  const hits = latestHits(counts, lagClass, latest);
  const before = (Math.max(0, (counts.exact[lagClass] ?? 0) - hits) + 0.5) / (tested - latest + 1);
  const natsOver = (share: number): number => latest * natsAbove(hits / latest, Math.min(0.97, Math.max(0.02, share)));
  const coverage = exactCoverageOf(state, follower, leader);
  if (
    hits < Math.max(0.5, repetitionRule.surgeOfCoverage * coverage) * latest ||
    natsOver(before) <= repetitionRule.surgeNats
  ) {
    return false;
  }
  const others = middleOfOthers(state, follower, leader, (third) =>
    (third.tested[lagClass] ?? 0) < latest ? undefined : latestHits(third, lagClass, latest) / latest,
  );
  return natsOver(others) > repetitionRule.surgeNats / 2;
}

/** Returns the exact hits among the latest events of a lag class, of which 32 are stored. */
export function latestHits(counts: RepetitionCounts, lagClass: number, latest: number): number {
  let bits = (counts.recent[lagClass] ?? 0) & (latest === 32 ? -1 : (1 << latest) - 1);
  let hits = 0;
  for (; bits !== 0; bits &= bits - 1) {
    hits++;
  }
  return hits;
}
