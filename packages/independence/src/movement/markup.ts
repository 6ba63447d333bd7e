import { cellAt, readCell, type CounterScope } from '../generation-counters.ts';
import { coincidenceRule } from '../constants/coincidence.ts';
import { markupRule } from '../constants/markup.ts';
import { memoryLimits } from '../constants/memory.ts';
import { verdictThresholds } from '../constants/verdicts.ts';
import {
  bestWindow,
  smallestWindow,
  ticksPerUnit,
  windowWidths,
  windowOf,
  windowOptions,
  type WindowOptions,
} from './coincidence-windows.ts';
import { comparedValues, isNoSurprise, pairRepeats, youngGroup, type ScaleOfPair } from './coincidence.ts';
import { digitsOf } from './ticks.ts';
import { markupSlotCells, providerAt, type IndependenceState, type ProviderMemory } from '../state.ts';

const windowClasses = markupRule.windows + 1;
const slotsPerPair = 2;
const youngMs = 8000;
const oldestMs = 32_000;
const backMs = 4000;

/**
 * The score of a watched ratio. `logRatio` is the logarithm of the lower-index provider's value divided by the other's.
 */
export type MarkupScore = { readonly nats: number; readonly logRatio: number; readonly hits: number };

function slotCell(row: number, slot: number, young: boolean, size: number): number {
  return row * markupSlotCells * slotsPerPair + slot * markupSlotCells + (young ? 0 : windowClasses) + size;
}

const pairPlace = (state: IndependenceState, a: number, b: number): number =>
  Math.min(a, b) * state.capacity + Math.max(a, b);

function countAt(state: IndependenceState, row: number, slot: number, young: boolean, widths: number): void {
  const size = windowOf(widths, windowClasses - 1);
  if (size < 0) {
    return;
  }
  const { current } = state.counters.markup;
  const index = slotCell(row, slot, young, size);
  current[index] = (current[index] ?? 0) + 1;
}

/**
 * Counts the newest value of a provider for the watched ratios. A ratio is tested only on values that had no part in
 * its choice.
 */
export function recordMarkups(state: IndependenceState, index: number): void {
  const { rings, markups } = state;
  const self = providerAt(state, index);
  if (self.tick === 0 || isNoSurprise(state, index)) {
    return;
  }
  const newest = index * memoryLimits.ringValues + ((self.pushed - 1) % memoryLimits.ringValues);
  for (let b = 0; b < state.providers.length; b++) {
    if (b === index) {
      continue;
    }
    const leader = providerAt(state, b);
    const perUnit = ticksPerUnit(self, leader, cellAt(rings.values, newest));
    if (!(Math.min(self.step, leader.step) * perUnit >= coincidenceRule.minStepTicks)) {
      continue;
    }
    const pair = pairPlace(state, index, b) * slotsPerPair;
    for (let slot = 0; slot < slotsPerPair; slot++) {
      if (markups.used[pair + slot] === 1) {
        recordRatio(state, { index, b, newest, perUnit, slot, ratio: cellAt(markups.ratios, pair + slot) });
      }
    }
  }
}

type Watched = {
  readonly index: number;
  readonly b: number;
  readonly newest: number;
  readonly perUnit: number;
  readonly slot: number;
  readonly ratio: number;
};

function recordRatio(state: IndependenceState, watched: Watched): void {
  const { index, b, newest, perUnit, slot } = watched;
  const { logs, readMs, digits } = state.rings;
  const plain = digitsOf(providerAt(state, index), providerAt(state, b));
  const size = memoryLimits.ringValues;
  const leader = providerAt(state, b);
  const smallest = smallestWindow(providerAt(state, index).tick, leader.tick);
  const perWindow = perUnit / smallest;
  const reach = (windowWidths[windowClasses - 1] ?? 0) / perWindow;
  const wanted = (logs[newest] ?? 0) - (index < b ? watched.ratio : -watched.ratio);
  const nowMs = readMs[newest] ?? 0;
  const kept = Math.min(leader.pushed, size);
  let turn = (leader.pushed - 1) % size;
  for (let age = 0; age < kept; age++, turn = turn === 0 ? size - 1 : turn - 1) {
    const place = b * size + turn;
    const ageMs = nowMs - (readMs[place] ?? 0);
    if (ageMs > oldestMs) {
      break;
    }
    const apart = Math.abs(wanted - (logs[place] ?? 0));
    if (apart > reach) {
      continue;
    }
    const young = ageMs <= youngMs;
    if ((digits[newest] ?? 0) <= plain) {
      countAt(state, index * state.capacity + b, slot, young, apart * perWindow);
    }
    if (ageMs < backMs) {
      countAt(state, b * state.capacity + index, slot, young, apart * perWindow);
    }
  }
}

const young = new Float64Array(windowClasses);
const both = new Float64Array(windowClasses);

/**
 * What unrelated providers would show at a ratio by chance: how far their values lie apart, and how often they repeat
 * their own values.
 */
export type MarkupPrior = { readonly scaleOf: ScaleOfPair; readonly repeats: readonly (readonly Float64Array[])[] };

/** A prior without knowledge. It treats all distances as equally likely. */
export const noPrior: MarkupPrior = { scaleOf: () => Infinity, repeats: [] };

function slotScore(
  state: IndependenceState,
  follower: number,
  leader: number,
  slot: number,
  scope: CounterScope,
  prior: MarkupPrior,
): { nats: number; hits: number } {
  const a = providerAt(state, follower);
  const b = providerAt(state, leader);
  const row = follower * state.capacity + leader;
  const events = 2 * comparedValues(state, follower, leader, scope);
  const optionsOf = (scale: number): WindowOptions => windowOptions(a, b, coincidenceRule.expectedShareExact, scale);
  const read = (young: boolean, size: number): number =>
    readCell(state.counters.markup, row, slotCell(0, slot, young, size), scope);
  for (let size = 0; size < windowClasses; size++) {
    young[size] = read(true, size);
    both[size] = (young[size] ?? 0) + read(false, size);
  }
  let best = { nats: 0, hits: 0 };
  for (const counts of [young, both]) {
    let found = bestWindow(counts, optionsOf(Infinity), events);
    if (found.nats > markupRule.searchNats) {
      const ownShares = pairRepeats(state, follower, leader, prior.repeats, youngGroup);
      found = bestWindow(counts, { ...optionsOf(prior.scaleOf(follower, leader)), ownShares }, events);
    }
    if (found.nats > best.nats) {
      best = found;
    }
  }
  return { nats: Math.max(0, best.nats - markupRule.searchNats), hits: best.hits };
}

/** Returns the best evidence that one provider shows the other provider's values at a constant ratio. */
export function markupScore(
  state: IndependenceState,
  follower: number,
  leader: number,
  scope: CounterScope,
  prior: MarkupPrior,
): MarkupScore {
  const pair = pairPlace(state, follower, leader) * slotsPerPair;
  let best: MarkupScore = { nats: 0, logRatio: 0, hits: 0 };
  for (let slot = 0; slot < slotsPerPair; slot++) {
    if (cellAt(state.markups.used, pair + slot) === 0) {
      continue;
    }
    const score = slotScore(state, follower, leader, slot, scope, prior);
    if (score.nats > best.nats) {
      best = { nats: score.nats, hits: score.hits, logRatio: cellAt(state.markups.ratios, pair + slot) };
    }
  }
  return best;
}

const gaps = new Float64Array(memoryLimits.ringValues ** 2);

function densestRatio(
  state: IndependenceState,
  low: number,
  high: number,
  perUnit: number,
  window: number,
): { ratio: number; hits: number } | null {
  const { rings } = state;
  const size = memoryLimits.ringValues;
  const reach = markupRule.maxLagSeconds * 1000;
  const [a, b] = [providerAt(state, low), providerAt(state, high)];
  let count = 0;
  let start = 1;
  for (let age = 1; age <= Math.min(a.pushed, size); age++) {
    const place = low * size + ((a.pushed - age) % size);
    for (let back = start; back <= Math.min(b.pushed, size); back++) {
      const against = high * size + ((b.pushed - back) % size);
      const apartMs = (rings.readMs[place] ?? 0) - (rings.readMs[against] ?? 0);
      if (apartMs > reach) {
        break;
      }
      if (apartMs < -reach) {
        start = back;
      } else {
        gaps[count++] = (rings.logs[place] ?? 0) - (rings.logs[against] ?? 0);
      }
    }
  }
  const sorted = gaps.subarray(0, count).sort();
  const width = (2 * window) / perUnit;
  let best: { ratio: number; hits: number } | null = null;
  for (let from = 0, until = 0; from < count; from++) {
    while (until < count && (sorted[until] ?? 0) - (sorted[from] ?? 0) <= width) {
      until++;
    }
    const hits = until - from;
    if (hits < markupRule.minHits || hits <= (best?.hits ?? 0)) {
      continue;
    }
    let sum = 0;
    for (let place = from; place < until; place++) {
      sum += cellAt(sorted, place);
    }
    best = { ratio: sum / hits, hits };
  }
  return best;
}

function putInSlot(
  state: IndependenceState,
  pair: number,
  low: number,
  high: number,
  slot: number,
  ratio: number,
): void {
  state.markups.ratios[pair * slotsPerPair + slot] = ratio;
  state.markups.used[pair * slotsPerPair + slot] = 1;
  state.markups.watchedFrom[pair * slotsPerPair + slot] = providerAt(state, low).pushed;
  for (const row of [low * state.capacity + high, high * state.capacity + low]) {
    const { width } = state.counters.markup;
    const from = row * width + slot * markupSlotCells;
    for (const part of ['current', 'previous', 'settled'] as const) {
      state.counters.markup[part].fill(0, from, from + markupSlotCells);
    }
  }
}

/** Returns whether a pair has a free slot, or a slot whose trial has ended. */
function mayReplace({ markups }: IndependenceState, pair: number, low: ProviderMemory): boolean {
  for (let place = pair * slotsPerPair; place < (pair + 1) * slotsPerPair; place++) {
    const watched = low.pushed - cellAt(markups.watchedFrom, place);
    if (cellAt(markups.used, place) === 0 || watched >= markupRule.trialValues) {
      return true;
    }
  }
  return false;
}

/**
 * Searches the rings of two providers for a constant ratio and watches it from then on. The new ratio replaces the
 * weaker of the two watched ratios, once the trial of that ratio has ended.
 */
function searchPair(state: IndependenceState, low: number, high: number): void {
  const a = providerAt(state, low);
  const b = providerAt(state, high);
  if (a.tick === 0 || b.tick === 0) {
    return;
  }
  const perUnit = ticksPerUnit(a, b, a.lastNumber);
  if (Math.min(a.step, b.step) * perUnit < coincidenceRule.minStepTicks) {
    return;
  }
  const pair = low * state.capacity + high;
  if (!mayReplace(state, pair, a)) {
    return;
  }
  const window = smallestWindow(a.tick, b.tick);
  const found = densestRatio(state, low, high, perUnit, window);
  if (found === null || Math.abs(found.ratio) * perUnit < 3 * window) {
    return;
  }
  const slots = Array.from({ length: slotsPerPair }, (_, slot) => {
    const place = pair * slotsPerPair + slot;
    if (cellAt(state.markups.used, place) === 0) {
      return { nats: -1, tried: true, near: false };
    }
    const near = Math.abs(cellAt(state.markups.ratios, place) - found.ratio) * perUnit < 1.5 * window;
    const forward = slotScore(state, low, high, slot, 'window', noPrior);
    const backward = slotScore(state, high, low, slot, 'window', noPrior);
    const tried = a.pushed - cellAt(state.markups.watchedFrom, place) >= markupRule.trialValues;
    return { nats: Math.max(forward.nats, backward.nats), tried, near };
  });
  if (slots.some((slot) => slot.near)) {
    return;
  }
  const weaker = (slots[0]?.nats ?? 0) < (slots[1]?.nats ?? 0) ? 0 : 1;
  const chosen = slots[weaker];
  if (chosen === undefined || !chosen.tried || chosen.nats > verdictThresholds.noTraceNats) {
    return;
  }
  putInSlot(state, pair, low, high, weaker, found.ratio);
}

/**
 * Searches the pairs of a provider that are due. The interval between searches is counted in new values of the
 * provider.
 */
export function searchMarkups(state: IndependenceState, index: number): void {
  const { pushed } = providerAt(state, index);
  for (let high = index + 1; high < state.providers.length; high++) {
    const pair = index * state.capacity + high;
    // The pairs are due at different values, so that no single observation pays for all searches.
    const every = markupRule.searchEveryValues * (pushed < markupRule.earlyValues ? 1 : 2);
    if ((pushed + high * 7) % every !== 0 || pushed < every) {
      continue;
    }
    if (cellAt(state.markups.searchedAt, pair) === pushed) {
      continue;
    }
    state.markups.searchedAt[pair] = pushed;
    searchPair(state, index, high);
  }
}
