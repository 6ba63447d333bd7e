import { lockRule, responseRule } from '../constants/response.ts';
import { isFast, lockRings, noLag, pairPlace, type MoverMemory, type ResponseState } from './response-state.ts';

/** Returns the value that a provider showed at a time, as logarithm in basis points; NaN before its stored moves. */
function valueAt(mover: MoverMemory, atMs: number): number {
  const size = responseRule.storedMoves;
  let low = Math.max(0, mover.moved - size);
  let high = mover.moved - 1;
  if (high < low || (mover.timesMs[low % size] ?? 0) > atMs) {
    return Number.NaN;
  }
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((mover.timesMs[middle % size] ?? 0) <= atMs) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return mover.logs[low % size] ?? Number.NaN;
}

/** Returns the number of a ring of a pair: the follower is the lower place for even rings. Idle rings come last. */
export function lockRing(pair: number, isHigher: boolean, isLate: boolean, isIdle: boolean): number {
  return pair * lockRings + (isIdle ? 4 : 0) + (isLate ? 2 : 0) + (isHigher ? 1 : 0);
}

/** Stores the ratio of a new value to what every other provider shows now, and showed at the likely lag of the pair. */
export function recordLocks(response: ResponseState, index: number, nowMs: number, log: number): void {
  const { movers, cellMs, lockLags } = response;
  const self = movers[index];
  if (self === undefined || isFast(self)) {
    return;
  }
  for (const [other, leader] of movers.entries()) {
    if (other === index || isFast(leader)) {
      continue;
    }
    const isHigher = index > other;
    const pair = pairPlace(index, other);
    const lag = lockLags[pair] ?? noLag;
    for (const isLate of [false, true]) {
      // The lag counts the higher place's time less the lower's.
      const behind = isLate ? (isHigher ? lag : -lag) : 0;
      if (isLate && (lag === noLag || behind < 3)) {
        continue;
      }
      for (const isIdle of [false, true]) {
        const atMs = nowMs - behind * cellMs - (isIdle ? lockRule.idleLagMs : 0);
        storeRatio(response, lockRing(pair, isHigher, isLate, isIdle), { leader, log, atMs, isNow: behind === 0 });
      }
    }
  }
}

type RatioQuestion = {
  readonly leader: MoverMemory;
  readonly log: number;
  readonly atMs: number;
  readonly isNow: boolean;
};

/** Stores the ratio to the leader's value at a time or a poll beside it, whichever is nearer to the stored ratios. */
function storeRatio(response: ResponseState, ring: number, { leader, log, atMs, isNow }: RatioQuestion): void {
  const { lockRatios, lockCounts, cellMs } = response;
  const from = ring * lockRule.values;
  const count = lockCounts[ring] ?? 0;
  const kept = Math.min(count, lockRule.values);
  const middle = lockRatios[from + ((count + (kept >> 1)) % Math.max(1, kept))] ?? 0;
  let best = Number.NaN;
  for (let step = -1; step <= (isNow ? 0 : 1); step++) {
    const ratio = log - valueAt(leader, atMs + step * cellMs);
    const isBetter = kept > 0 ? Math.abs(ratio - middle) < Math.abs(best - middle) : step === 0;
    if (!Number.isNaN(ratio) && (Number.isNaN(best) || isBetter)) {
      best = ratio;
    }
  }
  if (!Number.isNaN(best)) {
    lockRatios[from + (count % lockRule.values)] = best;
    lockCounts[ring] = count + 1;
  }
}
