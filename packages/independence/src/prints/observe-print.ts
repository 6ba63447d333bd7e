import type { ProviderPrint } from '../print.ts';
import { cellAt } from '../generation-counters.ts';
import { eventWeight } from './share-bound.ts';
import { delayCells, delaySteps, printRule } from './print-rule.ts';
import {
  eventCells,
  memories,
  printProviderIndex,
  shownCells,
  shownRow,
  type PrintProvider,
  type PrintState,
} from './print-state.ts';
import { chanceOf, countDigits, countSize, hashOf, readSize, sizeOf, type ReadSize } from './size-chance.ts';

const windowMs = printRule.shortWindowCells * printRule.cellMs;
const repeatMs = printRule.longWindowCells * printRule.cellMs;
/** Arrival times of two streams differ by this much for one trade, so a delay is covered only beyond it. */
const jitterMs = 500;

/**
 * Takes one trade into the state. The same trades in the same order always give the same state.
 *
 * @returns false when nothing could be learned: another key, no size above zero, a repeated trade, one provider too many
 */
export function observePrint(state: PrintState, print: ProviderPrint): boolean {
  const size = print.key === state.key ? readSize(print.size) : undefined;
  if (size === undefined) {
    return false;
  }
  if (state.startedMs === 0) {
    state.startedMs = print.t;
    state.providers.forEach((each) => (each.completeSinceMs = print.t));
  }
  const completeSinceMs = Math.max(print.completeSinceMs, state.startedMs);
  const index = printProviderIndex(state, print.provider, completeSinceMs, print.t);
  const provider = state.providers[index];
  if (provider === undefined || isRepeated(provider, print)) {
    return false;
  }
  state.trades++;
  const t = Math.max(print.t, provider.lastMs);
  provider.completeSinceMs = Math.max(provider.completeSinceMs, completeSinceMs);
  learnPace(provider, print, t);
  provider.lastMs = t;
  countDigits(state.sizes, size);
  countRipe(state, t);
  const chance = Math.max(chanceOf(state.sizes, size), ownChance(state, index, size.hash, t));
  store(state, index, { t, size, price: readSize(print.price)?.hash ?? 0, chance, kind: 1 });
  for (const sum of sumsOf(provider, size, t)) {
    store(state, index, { t, size: sum, price: 0, chance: 0, kind: 2 });
  }
  for (let a = 0; a < state.providers.length; a++) {
    if (a !== index) {
      compareRecord(state, a, index);
    }
  }
  return true;
}

function isRepeated(provider: PrintProvider, { id }: ProviderPrint): boolean {
  if (id === null) {
    return false;
  }
  const hash = hashOf(id);
  if (provider.ids.includes(hash)) {
    return true;
  }
  provider.ids[provider.nextId % provider.ids.length] = hash;
  provider.nextId++;
  return false;
}

function learnPace(provider: PrintProvider, print: ProviderPrint, t: number): void {
  const faded = Math.exp(-(t - provider.lastMs) / printRule.rateMs);
  provider.rate *= faded;
  provider.pace *= faded;
  const second = Math.floor((print.at ?? print.t) / 1_000);
  if (provider.expectedSameSecond > 4 * printRule.expectedSameSecond) {
    provider.expectedSameSecond /= 2;
    provider.sameSecond /= 2;
  }
  // Half a second of the present one is left on average.
  provider.expectedSameSecond += 1 - Math.exp(-(provider.pace * 500) / watchedMs(provider, t));
  provider.sameSecond += second === provider.lastSecond ? 1 : 0;
  provider.lastSecond = second;
  provider.pace++;
}

/** Returns the time over which a provider's pace was counted. */
function watchedMs(provider: PrintProvider, nowMs: number): number {
  return Math.min(printRule.rateMs, Math.max(windowMs, nowMs - provider.firstMs));
}

/** Returns the sums of the latest trades of a burst with the one before each, and adds the trade to the burst. */
function sumsOf(provider: PrintProvider, size: ReadSize, t: number): ReadSize[] {
  provider.burst = provider.burst.filter((part) => t - part.t <= printRule.burstMs).slice(1 - printRule.maxBurstTrades);
  const sums: ReadSize[] = [];
  let sum = size.value;
  for (const part of provider.burst.toReversed()) {
    sum += part.size;
    sums.push(sizeOf(sum));
  }
  provider.burst.push({ t, size: size.value });
  return sums;
}

/**
 * Counts the sizes of trades that are too old to be compared. Newer ones are left out: a size that looks usual because a
 * copy has just repeated it would weigh less than one that the copy left out.
 */
function countRipe(state: PrintState, nowMs: number): void {
  const { rings } = state;
  for (const [index, provider] of state.providers.entries()) {
    provider.ripe = Math.max(provider.ripe, provider.written - printRule.ringEntries);
    for (; provider.ripe < provider.written; provider.ripe++) {
      const place = index * printRule.ringEntries + (provider.ripe % printRule.ringEntries);
      if (nowMs - cellAt(rings.times, place) < printRule.longestDelayMs) {
        break;
      }
      if (cellAt(rings.kinds, place) === 1) {
        countSize(state.sizes, cellAt(rings.sizes, place), nowMs);
      }
    }
  }
}

/** Returns the share of a provider's latest trades that have a size, before the present trade. */
function ownChance(state: PrintState, index: number, hash: number, nowMs: number): number {
  const { rings, buckets } = state;
  const provider = state.providers[index];
  let same = 0;
  let order = Number.POSITIVE_INFINITY;
  for (let place = cellAt(buckets, hash % buckets.length); place >= 0; place = cellAt(rings.earlier, place)) {
    if (cellAt(rings.order, place) >= order || nowMs - cellAt(rings.times, place) >= printRule.longestDelayMs) {
      break;
    }
    order = cellAt(rings.order, place);
    const isOwn = Math.floor(place / printRule.ringEntries) === index && cellAt(rings.kinds, place) === 1;
    same += isOwn && cellAt(rings.sizes, place) === hash ? 1 : 0;
  }
  const trades = ((provider?.rate ?? 0) * printRule.longestDelayMs) / printRule.rateMs;
  return Math.max(0, same - 1) / (Math.max(trades, same) + 5);
}

type Entry = {
  readonly t: number;
  readonly size: ReadSize;
  /** A hash of the price; 0 for a sum. */
  readonly price: number;
  readonly chance: number;
  readonly kind: 1 | 2;
};

/** Whether a size is stored at the present thinning. */
function isKept(state: PrintState, hash: number): boolean {
  return hash % 2 ** state.thinnedBits === 0;
}

/** Stores a trade or a sum, and counts the earlier entries of other providers that show the same size. */
function store(state: PrintState, index: number, entry: Entry): void {
  const { t, size, price, chance, kind } = entry;
  const provider = state.providers[index];
  if (provider === undefined || !isKept(state, size.hash)) {
    return;
  }
  const { rings, buckets } = state;
  const { ringEntries } = printRule;
  const place = index * ringEntries + (provider.written % ringEntries);
  if (provider.written >= ringEntries && t - cellAt(rings.times, place) < 2 * printRule.longestDelayMs) {
    state.thinnedBits++;
  }
  const bucket = size.hash % buckets.length;
  matchEarlier(state, index, entry, cellAt(buckets, bucket));
  if (kind === 1) {
    matchSimilar(state, index, entry);
  }
  rings.times[place] = t;
  rings.sizes[place] = size.hash;
  rings.prices[place] = price;
  rings.chances[place] = chance;
  rings.kinds[place] = kind;
  rings.amounts[place] = size.value;
  rings.order[place] = ++state.arrived;
  rings.earlier[place] = cellAt(buckets, bucket);
  buckets[bucket] = place;
  if (kind === 1) {
    const priceBucket = price % state.priceBuckets.length;
    rings.earlierPrice[place] = cellAt(state.priceBuckets, priceBucket);
    state.priceBuckets[priceBucket] = place;
  }
  provider.written++;
  provider.rate++;
}

/**
 * Follows the entries of a bucket from the latest one back to the longest delay, and counts those of other providers that
 * have the entry's size. A size that a provider repeats within a window counts once: bursts of one size are one event.
 */
function matchEarlier(state: PrintState, index: number, entry: Entry, latest: number): void {
  const { rings } = state;
  let order = Number.POSITIVE_INFINITY;
  let isRepeat = false;
  const newest = new Map<number, number>();
  for (let place = latest; place >= 0; place = cellAt(rings.earlier, place)) {
    const t = cellAt(rings.times, place);
    // An entry that is newer than the one that points to it has taken the place of an older one.
    if (cellAt(rings.order, place) >= order || entry.t - t >= printRule.longestDelayMs) {
      return;
    }
    order = cellAt(rings.order, place);
    if (cellAt(rings.sizes, place) !== entry.size.hash) {
      continue;
    }
    const other = Math.floor(place / printRule.ringEntries);
    if (other === index) {
      isRepeat ||= entry.t - t < repeatMs;
      continue;
    }
    const isTrade = entry.kind === 1 && cellAt(rings.kinds, place) === 1;
    const as: ShownAs = !isTrade ? 'sum' : cellAt(rings.prices, place) === entry.price ? 'same_price' : 'other_price';
    if (!isRepeat && cellAt(rings.kinds, place) === 1) {
      addShown(state, other, index, { delayMs: entry.t - t, chance: cellAt(rings.chances, place), as });
    }
    if (entry.kind === 1 && (newest.get(other) ?? Number.POSITIVE_INFINITY) - t >= repeatMs) {
      newest.set(other, t);
      addShown(state, index, other, { delayMs: t - entry.t, chance: entry.chance, as });
    }
  }
}

/** Counts the earlier trades of other providers at the same price whose size differs a little, once per provider. */
function matchSimilar(state: PrintState, index: number, entry: Entry): void {
  const { rings, priceBuckets } = state;
  let order = Number.POSITIVE_INFINITY;
  let left: number = printRule.maxSamePrice;
  const seen = new Set<number>();
  for (let place = cellAt(priceBuckets, entry.price % priceBuckets.length); place >= 0 && left > 0; left--) {
    const delayMs = entry.t - cellAt(rings.times, place);
    if (cellAt(rings.order, place) >= order || delayMs >= printRule.longestDelayMs) {
      return;
    }
    order = cellAt(rings.order, place);
    const other = Math.floor(place / printRule.ringEntries);
    const ratio = Math.abs(Math.log(entry.size.value / cellAt(rings.amounts, place)));
    const isSimilar = cellAt(rings.prices, place) === entry.price && ratio > 0 && ratio <= printRule.similarSizes;
    if (other !== index && isSimilar && !seen.has(other)) {
      seen.add(other);
      addShown(state, other, index, { delayMs, chance: cellAt(rings.chances, place), as: 'similar' });
      addShown(state, index, other, { delayMs: -delayMs, chance: entry.chance, as: 'similar' });
    }
    place = cellAt(rings.earlierPrice, place);
  }
}

/** Returns the weight of an event of a given chance for the record of a provider. */
function weightFor(provider: PrintProvider, nowMs: number, chance: number): number {
  const trades = ((provider.rate + 1) * windowMs) / watchedMs(provider, nowMs);
  return eventWeight(chance * Math.max(printRule.minTradesInWindow, trades));
}

type ShownAs = 'same_price' | 'other_price' | 'sum' | 'similar';
type Shown = { readonly delayMs: number; readonly chance: number; readonly as: ShownAs };

/** The rows of cells that a size counts in, by how the second source showed it. */
const rowsOf: Readonly<Record<ShownAs, readonly number[]>> = {
  same_price: [shownRow.long, shownRow.recent, shownRow.samePrice],
  other_price: [shownRow.long, shownRow.recent],
  // Sums count apart: they meet so many sizes that chance shows some of them.
  sum: [shownRow.sums],
  similar: [shownRow.similar],
};

/** Counts an event of `a` that `b` shows `delayMs` later; earlier when it is negative. */
function addShown(state: PrintState, a: number, b: number, { delayMs, chance, as }: Shown): void {
  const provider = state.providers[b];
  if (provider === undefined) {
    return;
  }
  const weight = weightFor(provider, provider.lastMs, chance);
  const cell = Math.floor((delayMs + printRule.longestDelayMs) / printRule.cellMs);
  if (weight === 0 || cell < 0 || cell >= delayCells) {
    return;
  }
  state.judgement.changed[Math.min(a, b) * state.capacity + Math.max(a, b)] = 1;
  const from = (a * state.capacity + b) * shownCells + cell;
  for (const shown of rowsOf[as]) {
    const at = from + shown * delayCells;
    state.counts.shown[at] = cellAt(state.counts.shown, at) + weight;
  }
}

/** Counts the events of `a` that the record of `b` now covers, for each delay. */
function compareRecord(state: PrintState, a: number, b: number): void {
  const [from, to] = [state.providers[a], state.providers[b]];
  if (from === undefined || to === undefined) {
    return;
  }
  const { rings, counts, capacity } = state;
  const { ringEntries } = printRule;
  const row = a * capacity + b;
  for (const [step, delayMs] of delaySteps.entries()) {
    const pointer = row * delaySteps.length + step;
    let next = Math.max(cellAt(counts.next, pointer), from.written - ringEntries);
    for (; next < from.written; next++) {
      const place = a * ringEntries + (next % ringEntries);
      const t = cellAt(rings.times, place);
      if (t + delayMs + jitterMs > to.lastMs) {
        break;
      }
      if (cellAt(rings.kinds, place) !== 1 || !isKept(state, cellAt(rings.sizes, place))) {
        continue;
      }
      const weight = weightFor(to, to.lastMs, cellAt(rings.chances, place));
      if (to.completeSinceMs <= t - jitterMs) {
        addEvent(state, row, step, weight);
      }
      if (step === 0) {
        addEarlierEvents(state, row, t - to.completeSinceMs, weight);
      }
    }
    counts.next[pointer] = next;
  }
  fade(state, row);
}

/** Counts an event for each negative delay that the record reaches back to. */
function addEarlierEvents(state: PrintState, row: number, recordMs: number, weight: number): void {
  for (const [step, delayMs] of delaySteps.entries()) {
    if (recordMs >= delayMs + jitterMs) {
      addEvent(state, row, delaySteps.length + step, weight);
    }
  }
}

function addEvent({ counts }: PrintState, row: number, cell: number, weight: number): void {
  for (let memory = 0; memory < memories; memory++) {
    const at = row * eventCells + memory * 2 * delaySteps.length + cell;
    counts.events[at] = cellAt(counts.events, at) + weight;
  }
}

/** Halves the counts of a memory that is full. */
function fade({ counts }: PrintState, row: number): void {
  for (const [memory, limit] of printRule.memoryEvents.entries()) {
    const from = row * eventCells + memory * 2 * delaySteps.length;
    if (cellAt(counts.events, from) <= limit) {
      continue;
    }
    halve(counts.events, from, 2 * delaySteps.length);
    const rows =
      memory === 0 ? [shownRow.long, shownRow.samePrice, shownRow.sums, shownRow.similar] : [shownRow.recent];
    rows.forEach((shown) => halve(counts.shown, row * shownCells + shown * delayCells, delayCells));
  }
}

function halve(counts: Float32Array, from: number, length: number): void {
  for (let cell = from; cell < from + length; cell++) {
    counts[cell] = cellAt(counts, cell) / 2;
  }
}
