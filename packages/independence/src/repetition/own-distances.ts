import { repetitionRule } from '../constants/repetition.ts';
import type { ValueHistory } from './repetition-state.ts';
import { oldestRun, placeOf, runAt } from './value-history.ts';

const { distanceEdgesBp } = repetitionRule;

/**
 * Returns the length, in polls, of a provider's short holds. A hold is the time for which it shows one value. A cache
 * that copies the provider may be late by this length.
 */
function shortHoldPolls({ holds }: ValueHistory): number {
  const wanted = repetitionRule.holdQuantile * countOf(holds);
  let seen = 0;
  for (let polls = 1; polls < holds.length; polls++) {
    seen += holds[polls] ?? 0;
    if (seen >= wanted) {
      return polls;
    }
  }
  return 1;
}

/**
 * Learns how far a provider's new values lie from its own values one short hold before and after. It takes the nearer
 * of these two values, because the values of a copy would lie at least as close.
 */
export function learnOwnDistances(history: ValueHistory, nowMs: number): void {
  const holdMs = shortHoldPolls(history) * history.gapMs;
  // Wait a quarter of a poll longer, so that the answer to the poll at the end of the hold has arrived.
  const slackMs = 0.25 * history.gapMs;
  history.nextOwn = Math.max(history.nextOwn, oldestRun(history) + 1);
  for (; history.nextOwn < history.runs; history.nextOwn++) {
    const place = placeOf(history.nextOwn);
    const atMs = history.firstMs[place] ?? 0;
    if (nowMs < atMs + holdMs + slackMs) {
      return;
    }
    const before = runAt(history, atMs - holdMs + slackMs);
    const after = runAt(history, atMs + holdMs + slackMs);
    if (before >= 0 && history.isNews[place] === 1) {
      const log = history.logs[place] ?? 0;
      const apart = (run: number): number => Math.abs(log - (history.logs[placeOf(run)] ?? 0)) * 1e4;
      const size = sizeOf(Math.min(apart(before), apart(after)));
      history.ownDistances[size] = (history.ownDistances[size] ?? 0) + 1;
    }
  }
}

/** Returns the index of the size class of a distance in basis points. */
function sizeOf(distanceBp: number): number {
  const size = distanceEdgesBp.findIndex((edge) => distanceBp <= edge);
  return size === -1 ? distanceEdgesBp.length : size;
}

/** Returns the number of learned distances. */
export function countOf(distances: Float32Array): number {
  let sum = 0;
  for (let size = 0; size < distances.length; size++) {
    sum += distances[size] ?? 0;
  }
  return sum;
}

/** Returns the lower end of Wilson's interval for `hits` out of `count`, at one standard deviation. */
function lowerBound(hits: number, count: number): number {
  const share = hits / count;
  const spread = Math.sqrt((share * (1 - share)) / count + 1 / (4 * count * count));
  return Math.max(0, (share + 1 / (2 * count) - spread) / (1 + 1 / count));
}

/**
 * Returns the share of a copy's values that would appear among the leader's values, exactly or within half a tick. It
 * is a cautious estimate from how close the leader's own values lie to one another. Returns 0 while too few distances
 * are known.
 */
export function exactCoverage({ ownDistances }: ValueHistory, halfTickBp: number): number {
  const { minOwnDistances, maxCoverage, coverageExponent, keptShare } = repetitionRule;
  const count = countOf(ownDistances);
  let hits = ownDistances[0] ?? 0;
  for (let size = 1; size < distanceEdgesBp.length && (distanceEdgesBp[size] ?? 0) <= halfTickBp; size++) {
    hits += ownDistances[size] ?? 0;
  }
  return count < minOwnDistances ? 0 : Math.min(maxCoverage, lowerBound(hits, count) ** coverageExponent) * keptShare;
}
