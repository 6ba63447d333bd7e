import { repetitionRule } from '../constants/repetition.ts';
import type { ValueHistory } from './repetition-state.ts';
import { oldestRun, placeOf, runAt } from './value-history.ts';

const { distanceEdgesBp } = repetitionRule;

/** Returns how many polls the shortest holds of a provider last. A cache may be late by as much. */
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
 * Learns how far a provider's new values lie from its own values one short hold before and after, the nearer of both.
 * Values of a copy would lie at least as close.
 */
export function learnOwnDistances(history: ValueHistory, nowMs: number): void {
  const holdMs = shortHoldPolls(history) * history.gapMs;
  // A quarter of a poll more, so that the answer of that time has arrived.
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

/** Returns the size class of a distance in basis points. */
function sizeOf(distanceBp: number): number {
  const size = distanceEdgesBp.findIndex((edge) => distanceBp <= edge);
  return size === -1 ? distanceEdgesBp.length : size;
}

/** Returns how many distances were learned. */
export function countOf(distances: Float32Array): number {
  let sum = 0;
  for (let size = 0; size < distances.length; size++) {
    sum += distances[size] ?? 0;
  }
  return sum;
}

/** Returns the lower bound of Wilson's interval at one deviation for `hits` of `count`. */
function lowerBound(hits: number, count: number): number {
  const share = hits / count;
  const spread = Math.sqrt((share * (1 - share)) / count + 1 / (4 * count * count));
  return Math.max(0, (share + 1 / (2 * count) - spread) / (1 + 1 / count));
}

/**
 * Returns the share of a copy's values that would be found among the leader's exactly, to half a tick: a careful estimate
 * from how close the leader's own values lie to one another. 0 while too few of them are known.
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
