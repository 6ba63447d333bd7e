import { cellAt } from '../generation-counters.ts';
import { delayCells, printRule } from './print-rule.ts';
import { shownCells, shownRow, type PrintState } from './print-state.ts';
import type { ReadSize } from './size-chance.ts';
import { weightFor } from './event-weights.ts';

const repeatMs = printRule.longWindowCells * printRule.cellMs;

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
 * size from the `latest` entry back to the longest delay. If a provider repeats a size within a window, the size counts
 * once, because a burst of one size is one event.
 */
export function matchEarlier(state: PrintState, index: number, entry: Entry, latest: number): void {
  const { rings } = state;
  let order = Number.POSITIVE_INFINITY;
  let isRepeat = false;
  const newest = new Map<number, number>();
  for (let place = latest; place >= 0; place = cellAt(rings.earlier, place)) {
    const t = cellAt(rings.times, place);
    // The ring reused the place of the older entry if the entry found there is newer than the one that points to it.
    if (cellAt(rings.order, place) >= order || entry.t - t >= printRule.maxDelayMs) {
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
    const as: MatchKind = !isTrade ? 'sum' : cellAt(rings.prices, place) === entry.price ? 'same_price' : 'other_price';
    if (!isRepeat && cellAt(rings.kinds, place) === 1) {
      addShown(state, other, index, { delayMs: entry.t - t, chance: cellAt(rings.chances, place), as });
    }
    if (entry.kind === 1 && (newest.get(other) ?? Number.POSITIVE_INFINITY) - t >= repeatMs) {
      newest.set(other, t);
      addShown(state, index, other, { delayMs: t - entry.t, chance: entry.chance, as });
    }
  }
}

/**
 * Counts the earlier trades of other providers at the same price whose size differs slightly. Each provider counts
 * once.
 */
export function matchSimilar(state: PrintState, index: number, entry: Entry): void {
  const { rings, priceBuckets } = state;
  let order = Number.POSITIVE_INFINITY;
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
      addShown(state, other, index, { delayMs, chance: cellAt(rings.chances, place), as: 'similar' });
      addShown(state, index, other, { delayMs: -delayMs, chance: entry.chance, as: 'similar' });
    }
    place = cellAt(rings.earlierPrice, place);
  }
}

type MatchKind = 'same_price' | 'other_price' | 'sum' | 'similar';
type Shown = { readonly delayMs: number; readonly chance: number; readonly as: MatchKind };

/** The counters that a match of sizes increments, by the kind of the match. */
const rowsOf: Readonly<Record<MatchKind, readonly number[]>> = {
  same_price: [shownRow.long, shownRow.recent, shownRow.samePrice],
  other_price: [shownRow.long, shownRow.recent],
  // Matches with sums count separately. Sums have so many sizes that some of them match by chance.
  sum: [shownRow.sums],
  similar: [shownRow.similar],
};

/** Counts an event of `a` that `b` also shows, `delayMs` later. A negative delay means that `b` showed it earlier. */
function addShown(state: PrintState, a: number, b: number, { delayMs, chance, as }: Shown): void {
  const provider = state.providers[b];
  if (provider === undefined) {
    return;
  }
  const weight = weightFor(provider, provider.lastMs, chance);
  const cell = Math.floor((delayMs + printRule.maxDelayMs) / printRule.cellMs);
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
