import type { ProviderPrint } from '../print.ts';
import { cellAt } from '../generation-counters.ts';
import { compareRecord } from './compare-records.ts';
import { matchEarlier, matchSimilar, type Entry } from './match-sizes.ts';
import { printRule } from './print-rule.ts';
import { printProviderIndex, type PrintProvider, type PrintState } from './print-state.ts';
import { chanceOf, countDigits, countSize, hashOf, readSize, sizeOf, type ReadSize } from './size-chance.ts';
import { isKept, isSumKept, keepPaces, watchedMs } from './event-weights.ts';

/**
 * Maximum number of zero bits in which a stored hash must end. At this number about one size in a million is stored.
 */
const maxThinnedBits = 20;

/**
 * Updates the state with one trade, in place. The same trades in the same order always give the same state.
 *
 * @returns false when nothing could be learned: the trade has another key, has no size above zero, was observed before,
 * or comes from a provider for which the state has no room
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
  keepPaces(provider, t);
  provider.completeSinceMs = Math.max(provider.completeSinceMs, completeSinceMs);
  learnPace(provider, print, t);
  provider.lastMs = t;
  const ownShare = ownShareOf(state, index, size.hash, t);
  countDigits(state.sizes, size, ownShare);
  countRipe(state, t);
  const chance = Math.max(chanceOf(state.sizes, size), ownShare);
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
  // On average a trade arrives in the middle of a second, so 500 ms remain for another trade in the same second.
  provider.expectedSameSecond += 1 - Math.exp(-(provider.pace * 500) / watchedMs(provider, t));
  provider.sameSecond += second === provider.lastSecond ? 1 : 0;
  provider.lastSecond = second;
  provider.pace++;
}

/**
 * Returns the sums of the new trade with the one, two, three and more trades before it in the burst. Then adds the
 * trade to the burst.
 */
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
 * Counts the sizes of trades that are too old to be compared, to learn which sizes are usual. Newer trades are left
 * out. Otherwise a size that a copy has just repeated would look usual and weigh less than a size that the copy did not
 * repeat.
 */
function countRipe(state: PrintState, nowMs: number): void {
  const { rings } = state;
  for (const [index, provider] of state.providers.entries()) {
    provider.ripe = Math.max(provider.ripe, provider.written - printRule.ringEntries);
    for (; provider.ripe < provider.written; provider.ripe++) {
      const place = index * printRule.ringEntries + (provider.ripe % printRule.ringEntries);
      if (nowMs - cellAt(rings.times, place) < printRule.maxDelayMs) {
        break;
      }
      if (cellAt(rings.kinds, place) === 1) {
        countSize(state.sizes, cellAt(rings.sizes, place), nowMs);
      }
    }
  }
}

/** Returns the share of a provider's latest trades that have the given size. It leaves out the present trade. */
function ownShareOf(state: PrintState, index: number, hash: number, nowMs: number): number {
  const { rings, buckets } = state;
  const provider = state.providers[index];
  let same = 0;
  let order = Number.POSITIVE_INFINITY;
  for (let place = cellAt(buckets, hash % buckets.length); place >= 0; place = cellAt(rings.earlier, place)) {
    if (cellAt(rings.order, place) >= order || nowMs - cellAt(rings.times, place) >= printRule.maxDelayMs) {
      break;
    }
    order = cellAt(rings.order, place);
    const isOwn = Math.floor(place / printRule.ringEntries) === index && cellAt(rings.kinds, place) === 1;
    same += isOwn && cellAt(rings.sizes, place) === hash ? 1 : 0;
  }
  const trades = ((provider?.rate ?? 0) * printRule.maxDelayMs) / printRule.rateMs;
  return same / (Math.max(trades, same) + 5);
}

/**
 * Stores a smaller part of all sizes when a ring no longer covers two minutes of trades. All records then begin after
 * the replaced entry. Stores a larger part again when all rings cover far more than two minutes. Then all records begin
 * again, because the rings lack sizes that were not stored before.
 *
 * @param oldestMs arrival of the entry that is about to be replaced
 */
function adaptThinning(state: PrintState, provider: PrintProvider, oldestMs: number, nowMs: number): void {
  const wantedMs = 2 * printRule.maxDelayMs;
  // The chain of a bucket ends at a replaced entry. So the older entries behind it, of all providers, can no longer be
  // found.
  if (nowMs - oldestMs < wantedMs) {
    beginRecords(state, oldestMs);
  }
  // Entries that were stored before `thinnedBits` last changed say nothing about the present share of stored sizes.
  const heldMs = oldestMs < state.thinnedMs ? Number.POSITIVE_INFINITY : Math.max(1, nowMs - oldestMs);
  const isSparse =
    state.thinnedBits + state.sumBits > 0 &&
    nowMs - state.thinnedMs > printRule.thinnedForMs &&
    state.providers.every(({ rate }) => (8 * rate * wantedMs) / printRule.rateMs < printRule.ringEntries);
  if (heldMs < wantedMs) {
    state.thinnedMs = nowMs;
    thin(state, provider, (1.5 * wantedMs) / heldMs);
  } else if (isSparse) {
    state.thinnedMs = nowMs;
    state.sumBits -= state.thinnedBits === 0 ? 1 : 0;
    state.thinnedBits = Math.max(0, state.thinnedBits - 1);
    beginRecords(state, nowMs);
  }
}

function beginRecords({ providers }: PrintState, sinceMs: number): void {
  for (const provider of providers) {
    provider.completeSinceMs = Math.max(provider.completeSinceMs, sinceMs);
  }
}

/**
 * Stores fewer sizes, so that a provider's ring covers at least `factor` times as much time. Sums are reduced first: in
 * a fast market they fill most of the ring, and a proof needs fewer of them than of trades.
 */
function thin(state: PrintState, provider: PrintProvider, factor: number): void {
  const trades = Math.min(provider.rate, provider.pace / 2 ** state.thinnedBits);
  const moreSumBits = printRule.maxSumBits - state.sumBits;
  const gained = provider.rate / (trades + (provider.rate - trades) / 2 ** moreSumBits);
  const more = Math.max(moreSumBits > 0 ? 0 : 1, Math.ceil(Math.log2(factor / gained)));
  state.sumBits = printRule.maxSumBits;
  state.thinnedBits = Math.min(maxThinnedBits, state.thinnedBits + more);
}

/** Stores a trade or a sum, and counts the earlier entries of other providers that show the same size. */
function store(state: PrintState, index: number, entry: Entry): void {
  const { t, size, price, chance, kind } = entry;
  const provider = state.providers[index];
  const isStored = kind === 1 ? isKept(state, size.hash) : isSumKept(state, size.hash);
  if (provider === undefined || !isStored) {
    return;
  }
  const { rings, buckets } = state;
  const { ringEntries } = printRule;
  const place = index * ringEntries + (provider.written % ringEntries);
  if (provider.written >= ringEntries) {
    adaptThinning(state, provider, cellAt(rings.times, place), t);
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
