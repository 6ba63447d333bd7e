import { lockRule, responseRule } from '../constants/response.ts';
import { lagSums, likeliestLag, windowSum, type LagSums } from './lag-sums.ts';
import { lockRing } from './lock-ratios.ts';
import { quantile } from '../quantile.ts';
import { lockRings, noLag, pairPlace, type MoverMemory, type ResponseState } from './response-state.ts';

/** How many of a follower's latest values stay at one ratio to a leader, of how many, and the share at an idle lag. */
type LockShare = {
  readonly hits: number;
  readonly values: number;
  readonly idleShare: number;
  readonly follower: number;
};

/**
 * Scores all pairs by values that stay at one ratio, and stores the evidence in `response.lockNats`. It is doubled, so that
 * the thresholds of all links apply to it.
 */
export function judgeLocks(response: ResponseState): void {
  const n = response.movers.length;
  const shares = new Map<number, LockShare[]>();
  for (let b = 1; b < n; b++) {
    for (let a = 0; a < b; a++) {
      shares.set(pairPlace(a, b), lockShares(response, a, b));
    }
  }
  const usual = usualShares(n, [...shares.values()].flat());
  for (const [pair, ofPair] of shares) {
    const sums = lagSums(response, pair);
    const best = likeliestLag(sums);
    const isTogether = shareTogether(response, pair, sums, best) > lockRule.minTogether;
    response.lockNats[pair] = 2 * linkNats(ofPair, usual, isTogether);
    followLag(response, pair, sums, best);
  }
}

function lockShares(response: ResponseState, a: number, b: number): LockShare[] {
  const [low, high] = [response.movers[a], response.movers[b]];
  if (low === undefined || high === undefined) {
    return [];
  }
  const pair = pairPlace(a, b);
  return [false, true].flatMap((isLate) =>
    [false, true].flatMap((isHigher) => {
      const [follower, leader] = isHigher ? [high, low] : [low, high];
      const tolerance = toleranceOf(follower, leader);
      const ring = ratiosOf(response, lockRing(pair, isHigher, isLate, false));
      const idle = ratiosOf(response, lockRing(pair, isHigher, isLate, true));
      if (tolerance === undefined || ring.length < lockRule.minValues || idle.length < lockRule.minValues) {
        return [];
      }
      return [
        {
          hits: atOneRatio(ring, tolerance),
          values: ring.length,
          idleShare: atOneRatio(idle, tolerance) / idle.length,
          follower: isHigher ? b : a,
        },
      ];
    }),
  );
}

function ratiosOf({ lockRatios, lockCounts }: ResponseState, ring: number): Float32Array {
  const from = ring * lockRule.values;
  return lockRatios.subarray(from, from + Math.min(lockRule.values, lockCounts[ring] ?? 0));
}

function atOneRatio(ratios: Float32Array, tolerance: number): number {
  const middle = quantile(ratios, 0.5);
  return ratios.filter((ratio) => Math.abs(ratio - middle) <= tolerance).length;
}

/** Returns half the width of one ratio in basis points; undefined where it is not much finer than the usual step. */
function toleranceOf(follower: MoverMemory, leader: MoverMemory): number | undefined {
  const tickOf = ({ exponent, value }: MoverMemory): number => (10 ** exponent / value) * 1e4;
  const step = quantile(follower.steps.subarray(0, Math.min(follower.steps.length, follower.moved - 1)), 0.5);
  const isCoarser = tickOf(follower) > lockRule.coarser * tickOf(leader);
  const tolerance = lockRule.ofStep * step + (isCoarser ? lockRule.ofCoarseTick : lockRule.ofTick) * tickOf(follower);
  return tolerance > lockRule.maxOfStep * step ? undefined : tolerance;
}

/** Returns by follower the share of values at one ratio that chance gives. Venues of one market show equal values too. */
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

type LikelyLag = ReturnType<typeof likeliestLag>;

/** Returns the share of all moves of the busier one that the other makes too, at one lag. */
function shareTogether({ pairMoves }: ResponseState, pair: number, sums: LagSums, { lag, net }: LikelyLag): number {
  const all = windowSum(sums.all, sums.reach + lag, responseRule.narrowCells);
  const busier = Math.max(pairMoves[pair * 2] ?? 0, pairMoves[pair * 2 + 1] ?? 0);
  return busier < lockRule.minMoves ? 0 : (net - lockRule.deviations * Math.sqrt(all)) / busier;
}

/** Compares a pair at its likeliest lag from now on. A clearly better lag empties the ratios of the one before. */
function followLag(response: ResponseState, pair: number, sums: LagSums, { lag, net }: LikelyLag): void {
  const { lockLags, lockCounts, pairMoves } = response;
  const before = lockLags[pair] ?? noLag;
  const quieter = Math.min(pairMoves[pair * 2] ?? 0, pairMoves[pair * 2 + 1] ?? 0);
  const present = windowSum(sums.net, sums.reach + before, responseRule.narrowCells);
  if (
    net < lockRule.minLagShare * quieter ||
    (before !== noLag && (Math.abs(before - lag) <= 1 || net <= lockRule.lagChange * present))
  ) {
    return;
  }
  lockLags[pair] = lag;
  for (let ring = 0; ring < lockRings; ring++) {
    if ((ring & 2) !== 0) {
      lockCounts[pair * lockRings + ring] = 0;
    }
  }
}
