import { verdictThresholds } from '../constants/verdicts.ts';
import { lockRule, responseRule } from '../constants/response.ts';
import { lagSums, likeliestLag, windowSum, type LagSums } from './lag-sums.ts';
import { comparableValues, lockRatios, recentMoves, type LockDelay, type RecentMoves } from './lock-ratios.ts';
import { quantile } from '../quantile.ts';
import { noLag, pairPlace, type ResponseState } from './response-state.ts';

/**
 * How many of a follower's latest values have one constant ratio to the leader's. `idleShare` is the share of such
 * values at a lag at which equal ratios arise only by chance.
 */
type LockShare = {
  readonly hits: number;
  readonly values: number;
  readonly idleShare: number;
  readonly follower: number;
};

/**
 * Scores all pairs by values that stay at one ratio, and stores the evidence in `response.lockNats`. The evidence is
 * stored doubled, so that the thresholds of all other links apply to it.
 */
export function judgeLocks(response: ResponseState, nowMs: number): void {
  const n = response.movers.length;
  const recent = response.movers.map(recentMoves);
  const shares = new Map<number, LockShare[]>();
  for (let b = 1; b < n; b++) {
    for (let a = 0; a < b; a++) {
      shares.set(pairPlace(a, b), lockShares(response, recent, a, b));
    }
  }
  const usual = usualShares(n, [...shares.values()].flat());
  for (const [pair, ofPair] of shares) {
    const sums = lagSums(response, pair);
    const best = likeliestLag(sums);
    const isTogether = shareTogether(response, pair, sums, best) > lockRule.minTogether;
    response.lockNats[pair] = storedNats(response.lockNats[pair] ?? 0, 2 * linkNats(ofPair, usual, isTogether));
    followLag(response, pair, sums, best, nowMs);
  }
}

const shown = new Float64Array(2 * lockRule.values);
const idle = new Float64Array(2 * lockRule.values);

function lockShares(response: ResponseState, recent: readonly RecentMoves[], a: number, b: number): LockShare[] {
  const [low, high] = [recent[a], recent[b]];
  if (low === undefined || high === undefined || low.isFast || high.isFast) {
    return [];
  }
  const { cellMs, lockLags, lockSinceMs } = response;
  const lag = lockLags[pairPlace(a, b)] ?? noLag;
  const sinceMs = lockSinceMs[pairPlace(a, b)] ?? 0;
  const shares: LockShare[] = [];
  for (const isHigher of [false, true]) {
    const moves = isHigher ? ([high, low] as const) : ([low, high] as const);
    const tolerance = toleranceOf(...moves);
    // `lag` is the time of the provider with the higher index minus the time of the other one.
    const behind = isHigher ? lag : -lag;
    const isLate = lag !== noLag && behind >= lockRule.minLagCells;
    const now: LockDelay = { delayMs: 0, pollsAfter: 0, sinceMs: 0 };
    const late: LockDelay = { delayMs: behind * cellMs, pollsAfter: 1, sinceMs };
    for (const delay of isLate ? [now, late] : [now]) {
      const share = tolerance === undefined ? undefined : lockShare(moves, tolerance, delay, cellMs);
      if (share !== undefined) {
        shares.push({ ...share, follower: isHigher ? b : a });
      }
    }
  }
  return shares;
}

/**
 * Returns how many of a follower's values have one ratio to the leader's. `idleShare` is the same share at a lag that
 * is longer by `idleLagMs`, where equal ratios arise by chance. Undefined when there are too few values.
 */
function lockShare(
  [follower, leader]: readonly [RecentMoves, RecentMoves],
  tolerance: number,
  delay: LockDelay,
  cellMs: number,
): Omit<LockShare, 'follower'> | undefined {
  const later = { ...delay, delayMs: delay.delayMs + lockRule.idleLagMs };
  const idleValues = comparableValues(follower, leader, later, cellMs);
  const ratios = lockRatios(follower, leader, delay, cellMs, shown);
  if (ratios.length < lockRule.minValues || idleValues < lockRule.minValues) {
    return undefined;
  }
  const hits = atOneRatio(ratios, tolerance);
  // The idle lag matters only if the share is large enough for a link.
  const isClose = hits >= lockRule.halfShare * ratios.length;
  const idleHits = isClose ? atOneRatio(lockRatios(follower, leader, later, cellMs, idle), tolerance) : 0;
  return { hits, values: ratios.length, idleShare: idleHits / idleValues };
}

function atOneRatio(ratios: Float64Array, tolerance: number): number {
  const middle = quantile(ratios, 0.5);
  let hits = 0;
  for (let place = 0; place < ratios.length; place++) {
    hits += Math.abs((ratios[place] ?? 0) - middle) <= tolerance ? 1 : 0;
  }
  return hits;
}

/** Returns half the width of one ratio, in basis points. Undefined if it is too wide compared with the usual step. */
function toleranceOf({ step, tick }: RecentMoves, leader: RecentMoves): number | undefined {
  const isCoarser = tick > lockRule.coarser * leader.tick;
  const tolerance = lockRule.ofStep * step + (isCoarser ? lockRule.ofCoarseTick : lockRule.ofTick) * tick;
  return tolerance > lockRule.maxOfStep * step ? undefined : tolerance;
}

/**
 * Returns, for each follower, the share of values at one ratio that chance explains. It is taken from all pairs,
 * because venues of one market also show equal values without sharing an upstream.
 */
function usualShares(n: number, shares: readonly LockShare[]): number[] {
  const ofAll = shares.map(({ hits, values }) => hits / values);
  const pool = ofAll.length < lockRule.minPairs ? 0 : quantile(ofAll, lockRule.pairQuantile);
  return Array.from({ length: n }, (_, follower) => {
    const own = ofAll.filter((__, place) => shares[place]?.follower === follower);
    return own.length < lockRule.minFollowerPairs ? pool : Math.max(pool, quantile(own, lockRule.followerQuantile));
  });
}

function linkNats(shares: readonly LockShare[], usual: readonly number[], isTogether: boolean): number {
  let best = 0;
  for (const { hits, values, idleShare, follower } of shares) {
    const share = hits / values;
    const isLocked = share >= lockRule.share;
    const chance = Math.max(isLocked ? lockRule.minChance : lockRule.minChanceHalf, idleShare, usual[follower] ?? 0);
    if ((!isLocked && !(share >= lockRule.halfShare && isTogether)) || chance > lockRule.maxChance || share <= chance) {
      continue;
    }
    const missed = share < 1 ? (1 - share) * Math.log((1 - share) / (1 - chance)) : 0;
    const nats = values * (share * Math.log(share / chance) + missed);
    best = Math.max(best, nats - (isLocked ? 0 : lockRule.halfPriceNats));
  }
  return best;
}

/**
 * Returns the evidence to store. Evidence that is too weak for a link of its own is capped, so that it cannot preserve
 * a link of another kind.
 */
function storedNats(before: number, nats: number): number {
  const { linkNats: enough, unlinkNats } = verdictThresholds;
  return nats > (before > unlinkNats ? unlinkNats : enough) ? nats : Math.min(nats, unlinkNats);
}

type LikelyLag = ReturnType<typeof likeliestLag>;

/** Returns the share of the busier provider's moves that the other provider also makes, at one lag. */
function shareTogether({ pairMoves }: ResponseState, pair: number, sums: LagSums, { lag, net }: LikelyLag): number {
  const all = windowSum(sums.all, sums.reach + lag, responseRule.narrowCells);
  const busier = Math.max(pairMoves[pair * 2] ?? 0, pairMoves[pair * 2 + 1] ?? 0);
  return busier < lockRule.minMoves ? 0 : (net - lockRule.deviations * Math.sqrt(all)) / busier;
}

/**
 * Sets the lag at which a pair is compared to the lag that is likeliest now. The previous lag stays unless another one
 * is clearly better.
 */
function followLag(response: ResponseState, pair: number, sums: LagSums, { lag, net }: LikelyLag, nowMs: number): void {
  const { lockLags, pairMoves } = response;
  const before = lockLags[pair] ?? noLag;
  const quieter = Math.min(pairMoves[pair * 2] ?? 0, pairMoves[pair * 2 + 1] ?? 0);
  const present = windowSum(sums.net, sums.reach + before, responseRule.narrowCells);
  const isClear = before === noLag || (Math.abs(before - lag) > 1 && net > lockRule.lagChange * present);
  if (isClear && net >= lockRule.minLagShare * quieter) {
    lockLags[pair] = lag;
    response.lockSinceMs[pair] = nowMs;
  }
}
