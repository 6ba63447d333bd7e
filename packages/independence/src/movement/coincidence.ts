import { cellAt, readCell, readRow, type CounterScope } from '../generation-counters.ts';
import {
  bestWindow,
  noOwnShares,
  smallestWindow,
  ticksPerUnit,
  windowOf,
  windowOptions,
  windowWidths,
} from './coincidence-windows.ts';
import { coincidenceRule } from '../constants/coincidence.ts';
import { memoryLimits } from '../constants/memory.ts';
import { digitsOf } from './ticks.ts';
import { providerAt, coincidenceCells, type IndependenceState } from '../state.ts';

const edgesMs = coincidenceRule.lagEdgesSeconds.map((seconds) => seconds * 1000);
const oldestMs = edgesMs.at(-1) ?? 0;
const earliestMs = -(edgesMs[0] ?? 0);
const cellOffsets = coincidenceRule.windowsPerAgeClass.map((_, bin) =>
  coincidenceRule.windowsPerAgeClass.slice(0, bin).reduce((sum, scales) => sum + scales + 1, 0),
);
const eventsCell = coincidenceCells - 1;
/**
 * Age classes of a leader's values that are scored alone or together. A cache spreads the values of one upstream over
 * adjacent classes.
 */
const ageGroups: readonly (readonly number[])[] = [
  ...coincidenceRule.windowsPerAgeClass.map((_, bin) => [bin]),
  ...coincidenceRule.windowsPerAgeClass.slice(1, -1).map((_, bin) => [bin, bin + 1]),
  [0, 1, 2],
];
const recentMs = 16_000;
/** Values that are at least this old, in milliseconds, are counted only in narrow windows. */
const oldMs =
  edgesMs[coincidenceRule.windowsPerAgeClass.findIndex((scales) => scales < coincidenceRule.windowsPerAgeClass[0])] ??
  0;
/** The largest number of windows that any age class older than `oldMs` has. */
const oldWindows = Math.max(
  ...coincidenceRule.windowsPerAgeClass.filter((scales) => scales < coincidenceRule.windowsPerAgeClass[0]),
);

/**
 * The index of the group with the youngest age classes. The search for mark-ups uses it, because providers add mark-ups
 * to fresh values.
 */
export const youngGroup = ageGroups.length - 1;

/**
 * Returns how far simultaneous values of two providers would lie apart if the providers were unrelated, as a relative
 * scale.
 */
export type ScaleOfPair = (a: number, b: number) => number;

/** The score of an ordered pair by coincidences. */
export type CoincidenceScore = {
  readonly nats: number;
  /**
   * The evidence from values that the leader had already shown for at least half a second. It shows which provider is
   * the leader.
   */
  readonly forwardNats: number;
  readonly hits: number;
  readonly events: number;
};

function ageClass(ageMs: number): number {
  for (let bin = 0; bin < coincidenceRule.windowsPerAgeClass.length; bin++) {
    if (ageMs <= (edgesMs[bin + 1] ?? 0)) {
      return bin;
    }
  }
  return -1;
}

function count(counts: Uint16Array | Float32Array, row: number, bin: number, widths: number): void {
  const size = windowOf(widths, coincidenceRule.windowsPerAgeClass[bin] ?? 0);
  if (size < 0) {
    return;
  }
  const index = row * coincidenceCells + (cellOffsets[bin] ?? 0) + size;
  counts[index] = (counts[index] ?? 0) + 1;
}

/**
 * Compares the newest value of a provider with every recent value of every provider. The provider counts as the
 * follower of each value. For values from the last seconds it counts as the leader too. Providers that move by too few
 * ticks are left out.
 */
export function recordCoincidences(state: IndependenceState, index: number): void {
  const { rings, providers } = state;
  const size = memoryLimits.ringValues;
  const self = providerAt(state, index);
  if (self.tick === 0) {
    return;
  }
  const newest = index * size + ((self.pushed - 1) % size);
  const value = cellAt(rings.values, newest);
  if (isNoSurprise(state, index)) {
    return;
  }
  for (let b = 0; b < providers.length; b++) {
    const leader = providerAt(state, b);
    if (leader.tick === 0) {
      continue;
    }
    const perUnit = ticksPerUnit(self, leader, value);
    if (Math.min(self.step, leader.step) * perUnit < coincidenceRule.minStepTicks) {
      continue;
    }
    recordAgainst(state, index, b, newest, perUnit);
  }
}

/**
 * Returns whether the newest value of a provider is no surprise. This is so if its ring contains the same value, or a
 * close value from the last seconds. So a market that stands still or bounces between few prices gives no evidence.
 */
export function isNoSurprise(state: IndependenceState, index: number): boolean {
  return providerAt(state, index).clustered > coincidenceRule.maxClustered || isRepeat(state, index);
}

/** Updates how often a provider's new values lie close to one of its latest values. */
export function learnClustered(state: IndependenceState, index: number): void {
  const { logs } = state.rings;
  const size = memoryLimits.ringValues;
  const provider = providerAt(state, index);
  const { pushed, slowStep } = provider;
  const log = logs[index * size + ((pushed - 1) % size)] ?? 0;
  let isClose = 0;
  for (let age = 2; age <= Math.min(pushed, coincidenceRule.clusteredValues); age++) {
    const apart = Math.abs((logs[index * size + ((pushed - age) % size)] ?? 0) - log);
    isClose = apart < coincidenceRule.clusteredOfStep * slowStep ? 1 : isClose;
  }
  provider.clustered += (isClose - provider.clustered) / 12;
}

function isRepeat(state: IndependenceState, index: number): boolean {
  const { logs, readMs } = state.rings;
  const size = memoryLimits.ringValues;
  const { pushed, slowStep } = providerAt(state, index);
  const newest = index * size + ((pushed - 1) % size);
  const log = logs[newest] ?? 0;
  const sinceMs = (readMs[newest] ?? 0) - coincidenceRule.momentMs;
  const close = coincidenceRule.closeOfStep * slowStep;
  const end = index * size + Math.min(pushed, size);
  for (let place = index * size; place < end; place++) {
    const apart = Math.abs((logs[place] ?? 0) - log);
    if (place !== newest && (apart === 0 || (apart < close && (readMs[place] ?? 0) >= sinceMs))) {
      return true;
    }
  }
  return false;
}

/** Compares one new value with all values in the ring of one provider. This loop uses most of the processor time. */
function recordAgainst(state: IndependenceState, index: number, b: number, newest: number, perUnit: number): void {
  const { logs, readMs, digits } = state.rings;
  const plain = digitsOf(providerAt(state, index), providerAt(state, b));
  const { current } = state.counters.coincidence;
  const size = memoryLimits.ringValues;
  const leader = providerAt(state, b);
  const row = index * state.capacity + b;
  const back = b * state.capacity + index;
  const log = logs[newest] ?? 0;
  const nowMs = readMs[newest] ?? 0;
  const selfRound = (digits[newest] ?? 0) > plain;
  const smallest = smallestWindow(providerAt(state, index).tick, leader.tick);
  const perWindow = perUnit / smallest;
  const reach = (windowWidths[coincidenceRule.windowsPerAgeClass[0]] ?? 0) / perWindow;
  const nearReach = (windowWidths[oldWindows] ?? 0) / perWindow;
  const kept = Math.min(leader.pushed, size);
  const from = b * size;
  let turn = (leader.pushed - 1) % size;
  let met = false;
  for (let age = 0; age < kept; age++, turn = turn === 0 ? size - 1 : turn - 1) {
    const place = from + turn;
    if (place === newest) {
      continue;
    }
    const ageMs = nowMs - (readMs[place] ?? 0);
    if (ageMs > oldestMs) {
      break;
    }
    if (ageMs < recentMs) {
      met = true;
    }
    const apart = Math.abs(log - (logs[place] ?? 0));
    if (apart > (ageMs > oldMs ? nearReach : reach)) {
      continue;
    }
    if (!selfRound && ageMs > -earliestMs) {
      count(current, row, ageClass(ageMs), apart * perWindow);
    }
    if (b !== index && ageMs > -500 && ageMs < earliestMs && (digits[place] ?? 0) <= plain) {
      count(current, back, 0, apart * perWindow);
    }
  }
  if (met && !selfRound) {
    const events = row * coincidenceCells + eventsCell;
    current[events] = (current[events] ?? 0) + 1;
  }
}

const scratch = new Float64Array(coincidenceCells);
/** Buffers for the sums over an age group. Each group has one buffer. */
const groupCounts = ageGroups.map(
  (group) => new Float64Array(1 + Math.min(...group.map((bin) => coincidenceRule.windowsPerAgeClass[bin] ?? 0))),
);

/**
 * Returns how often a provider repeats its own values, for each age group and window. It is the share of the values
 * within three times the window's width that lie within the window. In a still market a provider shows few different
 * values, so its distances to unrelated values are concentrated too.
 */
export function ownRepeats(state: IndependenceState, index: number, scope: CounterScope): readonly Float64Array[] {
  const own = new Float64Array(coincidenceCells);
  if (state.family === 'price') {
    readRow(state.counters.coincidence, index * state.capacity + index, scope, own);
  }
  return ageGroups.map((group, place) => {
    const counts = groupCounts[place] ?? scratch;
    sumGroup(own, group, counts);
    const shares = new Float64Array(noOwnShares.length);
    let inside = 0;
    for (let size = 0; size + 1 < counts.length; size++) {
      inside += counts[size] ?? 0;
      const near = inside + (counts[size + 1] ?? 0);
      shares[size] = near < coincidenceRule.minOwnRepeats ? 0 : inside / near;
    }
    return shares;
  });
}

/** Returns how many new values of a follower could be compared with a leader's values. */
export function comparedValues(
  state: IndependenceState,
  follower: number,
  leader: number,
  scope: CounterScope,
): number {
  return readCell(state.counters.coincidence, follower * state.capacity + leader, eventsCell, scope);
}

/** Adds up the cells of a group's age classes for each window size. Returns the hits within the first eight windows. */
function sumGroup(cells: Float64Array, group: readonly number[], into: Float64Array): number {
  let hits = 0;
  for (let size = 0; size < into.length; size++) {
    let sum = 0;
    for (let at = 0; at < group.length; at++) {
      sum += cells[(cellOffsets[group[at] ?? 0] ?? 0) + size] ?? 0;
    }
    into[size] = sum;
    hits += size < 8 ? sum : 0;
  }
  return hits;
}

/** Returns, for the windows of a pair, the larger of both providers' own repeats. */
export function pairRepeats(
  state: IndependenceState,
  a: number,
  b: number,
  repeats: readonly (readonly Float64Array[])[],
  group: number,
): Float64Array {
  const shares = new Float64Array(noOwnShares.length);
  const coarse = Math.max(providerAt(state, a).tick, providerAt(state, b).tick);
  for (const index of [a, b]) {
    const own = repeats[index]?.[group] ?? noOwnShares;
    // Widths are in ticks, so a window of the same width has a higher index for a provider with a finer tick.
    const shift = Math.max(0, Math.log(coarse / providerAt(state, index).tick) / Math.log(3));
    for (let size = 0; size < shares.length; size++) {
      const [low, high] = [own[size + Math.floor(shift)] ?? 0, own[size + Math.ceil(shift)] ?? 0];
      shares[size] = Math.max(shares[size] ?? 0, low, high);
    }
  }
  return shares;
}

/** Returns how strongly `follower` repeats the values of `leader`. */
export function coincidenceScore(
  state: IndependenceState,
  follower: number,
  leader: number,
  scope: CounterScope,
  scaleOf: ScaleOfPair,
  repeats: readonly (readonly Float64Array[])[],
): CoincidenceScore {
  const a = providerAt(state, follower);
  const b = providerAt(state, leader);
  if (state.family !== 'price' || a.tick === 0 || b.tick === 0) {
    return { nats: 0, forwardNats: 0, hits: 0, events: 0 };
  }
  readRow(state.counters.coincidence, follower * state.capacity + leader, scope, scratch);
  const compared = cellAt(scratch, eventsCell);
  const exactShare =
    a.lattice > 1.5 || b.lattice > 1.5 ? coincidenceRule.expectedShareLattice : coincidenceRule.expectedShareExact;
  const flat = windowOptions(a, b, exactShare);
  let nats = 0;
  let forwardNats = 0;
  let hits = 0;
  for (let place = 0; place < ageGroups.length; place++) {
    const isYoung = ageGroups[place]?.[0] === 0;
    const counts = groupCounts[place] ?? scratch;
    if (sumGroup(scratch, ageGroups[place] ?? [], counts) < coincidenceRule.minHits) {
      continue;
    }
    // Simultaneous values lie close together, while older values have moved apart. In the youngest class each new value
    // is compared in both directions, as follower and as leader, so it counts as two events.
    const events = compared * (isYoung ? 2 : 1);
    let found = bestWindow(counts, flat, events);
    // The peak and the own repeats can only lower the evidence, so they are computed only if there is evidence.
    if (found.nats > coincidenceRule.searchNats) {
      const scale = isYoung ? scaleOf(follower, leader) : Infinity;
      const ownShares = pairRepeats(state, follower, leader, repeats, place);
      found = bestWindow(counts, { ...windowOptions(a, b, exactShare, scale), ownShares }, events);
    }
    const paid = found.nats - coincidenceRule.searchNats;
    if (paid > nats) {
      nats = paid;
      hits = found.hits;
    }
    if (!isYoung && paid > forwardNats) {
      forwardNats = paid;
    }
  }
  return { nats, forwardNats, hits, events: compared };
}
