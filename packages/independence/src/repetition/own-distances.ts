import { repetitionRule } from '../constants/repetition.ts';
import { distanceEdgesBp, type ValueHistory } from './repetition-state.ts';
import { oldestRun, placeOf, runAt } from './value-history.ts';

/** Returns how many polls the shortest holds of a provider last. A cache may be late by as much. */
function shortHoldPolls(history: ValueHistory): number {
  const { holds } = history;
  let changes = 0;
  for (let polls = 1; polls < holds.length; polls++) {
    changes += holds[polls] ?? 0;
  }
  let seen = 0;
  for (let polls = 1; polls < holds.length; polls++) {
    seen += holds[polls] ?? 0;
    if (seen >= repetitionRule.holdQuantile * changes) {
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
    if (before < 0) {
      continue;
    }
    learnDistance(history, place, before, after);
  }
}

function learnDistance(history: ValueHistory, place: number, before: number, after: number): void {
  const log = history.logs[place] ?? 0;
  const apart = (run: number): number => Math.abs(log - (history.logs[placeOf(run)] ?? 0)) * 1e4;
  const distance = Math.min(apart(before), apart(after));
  let size = 0;
  while (size < distanceEdgesBp.length && distance > (distanceEdgesBp[size] ?? 0)) {
    size++;
  }
  const sizeBefore = history.lastOwnSize;
  history.lastOwnSize = size;
  if (history.isNews[place] === 0) {
    return;
  }
  history.ownDistances[size] = (history.ownDistances[size] ?? 0) + 1;
  if (sizeBefore >= 0) {
    const larger = Math.max(size, sizeBefore);
    history.ownMoveDistances[larger] = (history.ownMoveDistances[larger] ?? 0) + 1;
  }
}

/** Returns how many distances were learned. */
export function countOf(distances: Float32Array): number {
  let count = 0;
  for (let size = 0; size < distances.length; size++) {
    count += distances[size] ?? 0;
  }
  return count;
}

/** Returns the standard normal distribution function, by Abramowitz and Stegun 7.1.26 (error below 2e-7). */
function normalBelow(z: number): number {
  const t = 1 / (1 + (0.3275911 * Math.abs(z)) / Math.SQRT2);
  const series = ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t;
  const upper = 0.5 * series * Math.exp((-z * z) / 2);
  return z > 0 ? 1 - upper : upper;
}

/** Returns the chance that a copy's noise leaves a value within a distance, by size class of its own distance. */
function noisyChance(size: number, withinBp: number): number {
  if (size >= distanceEdgesBp.length) {
    return 0;
  }
  const distance = size === 0 ? 0 : (distanceEdgesBp[size] ?? 0);
  const { noiseBp } = repetitionRule;
  return normalBelow((withinBp - distance) / noiseBp) - normalBelow((-withinBp - distance) / noiseBp);
}

/** Returns the lower bound of Wilson's interval at one deviation for `hits` of `count`. */
function lowerBound(hits: number, count: number): number {
  const share = hits / count;
  const spread = Math.sqrt((share * (1 - share)) / count + 1 / (4 * count * count));
  return Math.max(0, (share + 1 / (2 * count) - spread) / (1 + 1 / count));
}

function coverageOf(hits: number, count: number): number {
  const { minOwnDistances, maxCoverage, coverageExponent, keptShare } = repetitionRule;
  return count < minOwnDistances ? 0 : Math.min(maxCoverage, lowerBound(hits, count) ** coverageExponent) * keptShare;
}

/**
 * Returns the share of a copy's values, or moves, that would be found among the leader's exactly, to half a tick.
 *
 * @param distances own distances of the leader, of values or of moves
 */
export function exactCoverage(distances: Float32Array, halfTickBp: number): number {
  let hits = distances[0] ?? 0;
  for (let size = 1; size < distanceEdgesBp.length && (distanceEdgesBp[size] ?? 0) <= halfTickBp; size++) {
    hits += distances[size] ?? 0;
  }
  return coverageOf(hits, countOf(distances));
}

/** Returns the same share for a copy with noise. All of `values` in a row must be found within a window. */
export function noisyCoverage(distances: Float32Array, withinBp: number, values: 1 | 2): number {
  let hits = 0;
  for (let size = 0; size < distances.length; size++) {
    const here = distances[size] ?? 0;
    hits += here === 0 ? 0 : here * noisyChance(size, withinBp) ** values;
  }
  return coverageOf(hits, countOf(distances));
}
