import { repetitionRule } from '../constants/repetition.ts';
import { distanceEdgesBp, sizeOf } from './distance-sizes.ts';
import type { ThinnedView, ValueHistory } from './repetition-state.ts';
import { oldestRun, placeOf, runAt } from './value-history.ts';

/** Returns how many polls the shortest holds of a provider last. A cache may be late by as much. */
function shortHoldPolls(history: ValueHistory): number {
  return holdPollsAt(history, repetitionRule.holdQuantile);
}

/** Returns a quantile of the lengths of a provider's holds, in polls. */
function holdPollsAt(history: ValueHistory, quantile: number): number {
  const { holds } = history;
  let changes = 0;
  for (let polls = 1; polls < holds.length; polls++) {
    changes += holds[polls] ?? 0;
  }
  let seen = 0;
  for (let polls = 1; polls < holds.length; polls++) {
    seen += holds[polls] ?? 0;
    if (seen >= quantile * changes) {
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
  const size = sizeOf(Math.min(apart(before), apart(after)));
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

function exactHits(distances: Float32Array, halfTickBp: number): number {
  let hits = distances[0] ?? 0;
  for (let size = 1; size < distanceEdgesBp.length && (distanceEdgesBp[size] ?? 0) <= halfTickBp; size++) {
    hits += distances[size] ?? 0;
  }
  return hits;
}

function noisyHits(distances: Float32Array, withinBp: number, values: 1 | 2): number {
  let hits = 0;
  for (let size = 0; size < distances.length; size++) {
    const here = distances[size] ?? 0;
    hits += here === 0 ? 0 : here * noisyChance(size, withinBp) ** values;
  }
  return hits;
}

/**
 * Returns the share of a copy's values that would be found among the leader's exactly, to half a tick. It is a careful
 * estimate from single distances; `copyCoverage` is the sharper one.
 */
export function exactCoverage(distances: Float32Array, halfTickBp: number): number {
  return coverageOf(exactHits(distances, halfTickBp), countOf(distances));
}

/** What a copy may repeat: single values, or moves from one value to the next. */
export type RepeatedKind = 'values' | 'moves';

/** Returns the share of a copy's values, or moves, that would be found among the leader's exactly, to half a tick. */
export function exactCopyCoverage(history: ValueHistory, kind: RepeatedKind, halfTickBp: number): number {
  return copyCoverage(history, kind, (distances) => exactHits(distances, halfTickBp));
}

/** Returns the same share of moves for a copy with noise. Both values must be found within a window. */
export function noisyCopyCoverage(history: ValueHistory, withinBp: number): number {
  return copyCoverage(history, 'moves', (distances) => noisyHits(distances, withinBp, 2));
}

/**
 * Returns the coverage of a copy. Misses are measured in the views of every second and of every fourth answer, and the
 * trend is continued to every answer. A provider that holds its values for several polls may be a cache, of which a
 * sparse view says less.
 */
function copyCoverage(history: ValueHistory, kind: RepeatedKind, hitsOf: (distances: Float32Array) => number): number {
  const { minOwnDistances, maxCoverage, keptShare, minMissTrend, cachePolls } = repetitionRule;
  const own = kind === 'values' ? history.ownDistances : history.ownMoveDistances;
  const [near, far] = history.thinned.map((view: ThinnedView) => view[kind]);
  const count = near === undefined ? 0 : countOf(near);
  if (near === undefined || far === undefined || count < minOwnDistances || shortHoldPolls(history) > 1) {
    return coverageOf(hitsOf(own), countOf(own));
  }
  const hits = hitsOf(near);
  const farCount = countOf(far);
  if (kind === 'moves' && holdPollsAt(history, 0.5) <= cachePolls) {
    return farCount < minOwnDistances ? 0 : Math.min(maxCoverage, lowerBound(hitsOf(far), farCount)) * keptShare;
  }
  const misses = (count - hits + 0.5) / (count + 1);
  const farMisses = (farCount - hitsOf(far) + 0.5) / (farCount + 1);
  const trend = Math.min(1, Math.max(minMissTrend, misses / farMisses));
  return Math.min(maxCoverage, 1 - trend * (1 - lowerBound(hits, count))) * keptShare;
}
