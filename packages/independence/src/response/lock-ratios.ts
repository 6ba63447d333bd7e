import { lockRule, responseRule } from '../constants/response.ts';
import { quantile } from '../quantile.ts';
import { isFast, type MoverMemory } from './response-state.ts';

/**
 * The stored moves of one provider, oldest first. `logs` has the values as logarithms in basis points, up to a
 * constant.
 */
export type RecentMoves = {
  readonly timesMs: Float64Array;
  readonly logs: Float32Array;
  /** The usual step in basis points. `tick` is the tick in basis points. */
  readonly step: number;
  readonly tick: number;
  readonly isFast: boolean;
};

/** The delay at which a follower's new values are compared with a leader's values. */
export type LockDelay = {
  /** The follower's delay in milliseconds. */
  readonly delayMs: number;
  /**
   * Number of later polls whose leader value is compared too, after the poll at the delay. It is 0 for a follower that
   * shows the leader's value at once.
   */
  readonly pollsAfter: 0 | 1;
  /**
   * The follower's values are compared from this time on, in milliseconds since the start of the state. The delay was
   * chosen by older values, so these prove nothing.
   */
  readonly sinceMs: number;
};

/** Returns the stored moves of a provider, oldest first. */
export function recentMoves(mover: MoverMemory): RecentMoves {
  const { timesMs, logs, steps, moved, exponent, value } = mover;
  const count = Math.min(moved, responseRule.storedMoves);
  return {
    timesMs: inOrder(timesMs, moved, new Float64Array(count)),
    logs: inOrder(logs, moved, new Float32Array(count)),
    step: quantile(steps.subarray(0, Math.max(0, Math.min(steps.length, moved - 1))), 0.5),
    tick: (10 ** exponent / value) * 1e4,
    isFast: isFast(mover),
  };
}

/**
 * Copies the latest entries of a ring to `into`, oldest first. `written` is the number of entries that were ever
 * written.
 */
function inOrder<T extends Float64Array | Float32Array>(ring: T, written: number, into: T): T {
  for (let place = 0; place < into.length; place++) {
    into[place] = ring[(written - into.length + place) % ring.length] ?? 0;
  }
  return into;
}

/**
 * Returns the ratio of each of a follower's latest new values to the value that a leader showed a delay before, as a
 * difference of logarithms. If several polls are possible, it takes the poll whose ratio is nearest to an earlier
 * ratio. The earlier ratio is the one from half as many values before. Values from before the leader's stored moves are
 * left out.
 *
 * @param into receives the ratios and has room for twice as many as are returned; the result is a part of it
 */
export function lockRatios(
  follower: RecentMoves,
  leader: RecentMoves,
  { delayMs, pollsAfter, sinceMs }: LockDelay,
  cellMs: number,
  into: Float64Array,
): Float64Array {
  const { timesMs, logs } = leader;
  const { values } = lockRule;
  let count = 0;
  let start = -1;
  for (let move = firstMove(follower, sinceMs); move < follower.logs.length; move++) {
    const log = follower.logs[move] ?? 0;
    const atMs = (follower.timesMs[move] ?? 0) - delayMs;
    const middle = into[count < values ? count >> 1 : count - (values >> 1)] ?? 0;
    // `start` is the leader's last move up to the earliest poll. The moves of the later polls come after it.
    start = advanced(timesMs, start, atMs - cellMs);
    let best = Number.NaN;
    let cursor = start;
    for (let step = -1; step <= pollsAfter; step++) {
      cursor = advanced(timesMs, cursor, atMs + step * cellMs);
      const ratio = cursor < 0 ? Number.NaN : log - (logs[cursor] ?? 0);
      const isBetter = count > 0 ? Math.abs(ratio - middle) < Math.abs(best - middle) : step === 0;
      if (cursor >= 0 && (isBetter || Number.isNaN(best))) {
        best = ratio;
      }
    }
    if (!Number.isNaN(best)) {
      into[count++] = best;
    }
  }
  return into.subarray(Math.max(0, count - values), count);
}

/**
 * Returns the index of the first move to compare. The first value of a provider is no move. The comparison goes back
 * over twice as many moves as are counted. So each counted value has earlier ratios for the choice among polls.
 */
function firstMove({ timesMs }: RecentMoves, sinceMs: number): number {
  let move = Math.max(1, timesMs.length - 2 * lockRule.values);
  while (move < timesMs.length && (timesMs[move] ?? 0) < sinceMs) {
    move++;
  }
  return move;
}

/** Returns the number of ratios that `lockRatios` would return. */
export function comparableValues(
  follower: RecentMoves,
  { timesMs }: RecentMoves,
  { delayMs, pollsAfter, sinceMs }: LockDelay,
  cellMs: number,
): number {
  const firstMs = (timesMs[0] ?? Number.POSITIVE_INFINITY) + delayMs - pollsAfter * cellMs;
  let count = 0;
  for (let move = firstMove(follower, sinceMs); move < follower.logs.length; move++) {
    count += (follower.timesMs[move] ?? 0) >= firstMs ? 1 : 0;
  }
  return Math.min(count, lockRule.values);
}

/**
 * Returns the index of the last move at or before `atMs`. The search starts at `from`, and returns `from` if no later
 * move was made by then.
 */
function advanced(timesMs: Float64Array, from: number, atMs: number): number {
  let move = from;
  while (move + 1 < timesMs.length && (timesMs[move + 1] ?? 0) <= atMs) {
    move++;
  }
  return move;
}
