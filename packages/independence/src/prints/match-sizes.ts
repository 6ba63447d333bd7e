import { cellAt } from '../generation-counters.ts';
import { cellOf, delayCells, proofWindows, windowsWith } from './delay-windows.ts';
import { printRule } from './print-rule.ts';
import { shownCells, shownRow, spentRow } from './print-counts.ts';
import type { PrintState } from './print-state.ts';
import type { ReadSize } from './size-chance.ts';
import { chanceInWindow, isSumKept } from './event-weights.ts';
import { eventWeight, missingNats, shownNats } from './share-bound.ts';

const repeatMs = printRule.longWindowMs;
const never = Number.POSITIVE_INFINITY;

/** A trade, or the sum of several trades, that is about to be stored. */
export type Entry = {
  readonly t: number;
  readonly size: ReadSize;
  /** A hash of the price; 0 for a sum. */
  readonly price: number;
  readonly chance: number;
  readonly kind: 1 | 2;
};

/**
 * Counts the earlier entries of other providers that have the same size as the new entry. Follows the bucket of that
 * size from the `latest` entry back to the longest delay. If a provider repeats a size within a window, its weight is
 * added only once, because a burst of one size is one event. In the evidence of a proof, each event counts once in each
 * window.
 */
export function matchEarlier(state: PrintState, index: number, entry: Entry, latest: number): void {
  const { rings } = state;
  let order = never;
  let repeatedMs = never;
  const own: OwnTrades = { price: 0, t: never, otherPriceT: never, entryPriceT: never };
  const compared = new Map<number, Compared>();
  const inSums = isSumKept(state, entry.size.hash);
  for (let place = latest; place >= 0; place = cellAt(rings.earlier, place)) {
    const t = cellAt(rings.times, place);
    // If the entry at this place is newer than the one that points to it, the ring has reused the place. The chain ends
    // here.
    if (cellAt(rings.order, place) >= order || entry.t - t >= printRule.maxDelayMs) {
      return;
    }
    order = cellAt(rings.order, place);
    if (cellAt(rings.sizes, place) !== entry.size.hash) {
      continue;
    }
    const other = Math.floor(place / printRule.ringEntries);
    const price = cellAt(rings.prices, place);
    const isTrade = cellAt(rings.kinds, place) === 1;
    if (other === index) {
      repeatedMs = Math.min(repeatedMs, entry.t - t);
      noteOwn(own, isTrade ? price : undefined, t, entry.price);
      continue;
    }
    const isSum = entry.kind !== 1 || !isTrade;
    const as: MatchKind = isSum ? 'sum' : price === entry.price ? 'same_price' : 'other_price';
    const delayMs = entry.t - t;
    if (isTrade) {
      const beforeMs = (as === 'same_price' ? own.entryPriceT : ownTradeBeside(own, price)) - t;
      const chance = cellAt(rings.chances, place);
      addShown(state, other, index, { t, delayMs, chance, as, inSums, isRepeat: repeatedMs < repeatMs, beforeMs });
    }
    if (entry.kind === 1) {
      const before = comparedWith(compared, other);
      const isRepeat = before.countedMs - t < repeatMs;
      const beforeMs = before[as] - entry.t;
      addShown(state, index, other, {
        t: entry.t,
        delayMs: -delayMs,
        chance: entry.chance,
        as,
        inSums,
        isRepeat,
        beforeMs,
      });
      before[as] = t;
      before.countedMs = isRepeat ? before.countedMs : t;
    }
  }
}

/**
 * What was found so far about earlier trades of the new entry's own provider with the same size. Each time is that of
 * the latest such trade, or infinite if there is none.
 */
type OwnTrades = {
  /**
   * The price of the latest trade, as a hash, and its time. `otherPriceT` is the time of the latest trade at a price
   * other than this.
   */
  price: number;
  t: number;
  otherPriceT: number;
  /** Time of the latest trade at the price of the new entry. */
  entryPriceT: number;
};

function noteOwn(own: OwnTrades, price: number | undefined, t: number, entryPrice: number): void {
  if (price === undefined) {
    return;
  }
  if (price === entryPrice && own.entryPriceT === never) {
    own.entryPriceT = t;
  }
  if (own.t === never) {
    own.t = t;
    own.price = price;
  } else if (price !== own.price && own.otherPriceT === never) {
    own.otherPriceT = t;
  }
}

/** Returns the time of the provider's latest trade at a price other than `price`; infinity if there is none. */
function ownTradeBeside(own: OwnTrades, price: number): number {
  return own.price === price ? own.otherPriceT : own.t;
}

/**
 * The trades of another provider that were compared with the new entry. For each kind it has the time of the earliest
 * one. `countedMs` is the time of the earliest one whose weight was added. A time is infinite if there is no such
 * trade.
 */
type Compared = Record<MatchKind | 'countedMs', number>;

function comparedWith(compared: Map<number, Compared>, other: number): Compared {
  let trades = compared.get(other);
  if (trades === undefined) {
    trades = { same_price: never, other_price: never, sum: never, similar: never, countedMs: never };
    compared.set(other, trades);
  }
  return trades;
}

/**
 * Counts the earlier trades of other providers at the same price whose size differs slightly. Each provider counts
 * once.
 */
export function matchSimilar(state: PrintState, index: number, entry: Entry): void {
  const { rings, priceBuckets } = state;
  let order = never;
  let left: number = printRule.maxSamePrice;
  const seen = new Set<number>();
  for (let place = cellAt(priceBuckets, entry.price % priceBuckets.length); place >= 0 && left > 0; left--) {
    const delayMs = entry.t - cellAt(rings.times, place);
    if (cellAt(rings.order, place) >= order || delayMs >= printRule.maxDelayMs) {
      return;
    }
    order = cellAt(rings.order, place);
    const other = Math.floor(place / printRule.ringEntries);
    const ratio = Math.abs(Math.log(entry.size.value / cellAt(rings.amounts, place)));
    const isSimilar = cellAt(rings.prices, place) === entry.price && ratio > 0 && ratio <= printRule.similarSizes;
    if (other !== index && isSimilar && !seen.has(other)) {
      seen.add(other);
      const similar = { as: 'similar', inSums: false, isRepeat: false, beforeMs: never } as const;
      addShown(state, other, index, {
        t: entry.t - delayMs,
        delayMs,
        chance: cellAt(rings.chances, place),
        ...similar,
      });
      addShown(state, index, other, { t: entry.t, delayMs: -delayMs, chance: entry.chance, ...similar });
    }
    place = cellAt(rings.earlierPrice, place);
  }
}

type MatchKind = 'same_price' | 'other_price' | 'sum' | 'similar';
type Shown = {
  /** Time of the event. */
  readonly t: number;
  readonly delayMs: number;
  readonly chance: number;
  readonly as: MatchKind;
  /** Whether the event is one that sums could show. */
  readonly inSums: boolean;
  /** Whether the other source already showed the size within a window. */
  readonly isRepeat: boolean;
  /** The delay at which it already showed the size at this price; infinite if it did not. */
  readonly beforeMs: number;
};

/**
 * The rows of cells to which the weight of a matching size is added, depending on how the second source showed the
 * size.
 */
const rowsOf: Readonly<Record<MatchKind, readonly number[]>> = {
  same_price: [shownRow.long, shownRow.recent, shownRow.sums],
  other_price: [shownRow.long, shownRow.recent, shownRow.sums],
  // Matches with sums count separately. Sums have so many sizes that some of them match by chance.
  sum: [shownRow.sums],
  similar: [shownRow.similar],
};

/** Counts an event of `a` that `b` also shows, `delayMs` later. A negative delay means that `b` showed it earlier. */
function addShown(state: PrintState, a: number, b: number, shown: Shown): void {
  const { t, delayMs, chance, as, inSums, isRepeat, beforeMs } = shown;
  const provider = state.providers[b];
  if (provider === undefined || Math.abs(delayMs) >= printRule.maxDelayMs) {
    return;
  }
  const inWindow = chanceInWindow(provider, t, chance);
  const weight = eventWeight(inWindow);
  const row = a * state.capacity + b;
  if (weight > 0) {
    state.judgement.changed[Math.min(a, b) * state.capacity + Math.max(a, b)] = 1;
    for (const rowOfKind of isRepeat ? [] : rowsOf[as]) {
      const at = row * shownCells + rowOfKind * delayCells + cellOf(delayMs);
      if (rowOfKind !== shownRow.sums || inSums) {
        state.counts.shown[at] = cellAt(state.counts.shown, at) + weight;
      }
    }
  }
  if (as === 'same_price' || as === 'other_price') {
    addSpent(state.counts.spent, spentRow(row, as), inWindow, delayMs, beforeMs);
  }
}

/**
 * Adds a shown event to `spent` for each proof window that contains `delayMs` but not `beforeMs`, the delay of an
 * earlier match. Windows that contain both have already counted the event.
 */
function addSpent(spent: Float32Array, row: number, inWindow: number, delayMs: number, beforeMs: number): void {
  let from = row;
  let windows: readonly number[] | undefined;
  for (const part of printRule.proofChances) {
    const nats = missingNats(inWindow, part) - shownNats(inWindow, part);
    if (nats > 0) {
      windows ??= windowsWith(delayMs, beforeMs);
      for (const window of windows) {
        spent[from + window] = cellAt(spent, from + window) + nats;
      }
    }
    from += proofWindows.length;
  }
}
