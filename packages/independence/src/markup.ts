import { cellAt, readCell, type Scope } from './banks.ts';
import { INDEPENDENCE } from './constants.ts';
import { bestWindow, smallestWindow, ticksPerUnit, WIDTHS, windowOf, windowOptions } from './spike.ts';
import { digitsOf } from './ticks.ts';
import { MARKUP_SLOT_CELLS, providerAt, type IndependenceState } from './state.ts';

const SIZES = INDEPENDENCE.markupScales + 1;
const SLOTS = 2;
const YOUNG_MS = 8000;
const OLDEST_MS = 32_000;
const BACK_MS = 4000;

/** A watched ratio that gathers evidence: its logarithm (lower place over higher place) and what it amounts to. */
export type MarkupScore = { readonly nats: number; readonly logRatio: number; readonly hits: number };

function slotCell(row: number, slot: number, young: boolean, size: number): number {
  return row * MARKUP_SLOT_CELLS * SLOTS + slot * MARKUP_SLOT_CELLS + (young ? 0 : SIZES) + size;
}

const pairPlace = (state: IndependenceState, one: number, other: number): number =>
  Math.min(one, other) * state.capacity + Math.max(one, other);

function countAt(state: IndependenceState, row: number, slot: number, young: boolean, widths: number): void {
  const size = windowOf(widths, SIZES - 1);
  if (size < 0) {
    return;
  }
  const { current } = state.banks.markup;
  const index = slotCell(row, slot, young, size);
  current[index] = (current[index] ?? 0) + 1;
}

/** Counts the newest value of a provider against the ratios that are being watched: fresh data only, never what chose the ratio. */
export function recordMarkups(state: IndependenceState, index: number): void {
  const { rings, markups } = state;
  const self = providerAt(state, index);
  if (self.tick === 0) {
    return;
  }
  const newest = index * INDEPENDENCE.ringValues + ((self.pushed - 1) % INDEPENDENCE.ringValues);
  for (let other = 0; other < state.providers.length; other++) {
    if (other === index) {
      continue;
    }
    const leader = providerAt(state, other);
    const perUnit = ticksPerUnit(self, leader, cellAt(rings.values, newest));
    if (!(Math.min(self.step, leader.step) * perUnit >= INDEPENDENCE.stepTicksLeast)) {
      continue;
    }
    const pair = pairPlace(state, index, other) * SLOTS;
    for (let slot = 0; slot < SLOTS; slot++) {
      if (markups.used[pair + slot] === 1) {
        recordRatio(state, { index, other, newest, perUnit, slot, ratio: cellAt(markups.ratios, pair + slot) });
      }
    }
  }
}

type Watched = {
  readonly index: number;
  readonly other: number;
  readonly newest: number;
  readonly perUnit: number;
  readonly slot: number;
  readonly ratio: number;
};

function recordRatio(state: IndependenceState, watched: Watched): void {
  const { index, other, newest, perUnit, slot } = watched;
  const { logs, readMs, digits } = state.rings;
  const plain = digitsOf(providerAt(state, index), providerAt(state, other));
  const size = INDEPENDENCE.ringValues;
  const leader = providerAt(state, other);
  const smallest = smallestWindow(providerAt(state, index).tick, leader.tick);
  const perWindow = perUnit / smallest;
  const reach = (WIDTHS[SIZES - 1] ?? 0) / perWindow;
  const wanted = (logs[newest] ?? 0) - (index < other ? watched.ratio : -watched.ratio);
  const nowMs = readMs[newest] ?? 0;
  const kept = Math.min(leader.pushed, size);
  let turn = (leader.pushed - 1) % size;
  for (let age = 0; age < kept; age++, turn = turn === 0 ? size - 1 : turn - 1) {
    const place = other * size + turn;
    const ageMs = nowMs - (readMs[place] ?? 0);
    if (ageMs > OLDEST_MS) {
      break;
    }
    const apart = Math.abs(wanted - (logs[place] ?? 0));
    if (apart > reach) {
      continue;
    }
    const young = ageMs <= YOUNG_MS;
    if ((digits[newest] ?? 0) <= plain) {
      countAt(state, index * state.capacity + other, slot, young, apart * perWindow);
    }
    if (ageMs < BACK_MS) {
      countAt(state, other * state.capacity + index, slot, young, apart * perWindow);
    }
  }
}

const young = new Float64Array(SIZES);
const both = new Float64Array(SIZES);

function slotScore(
  state: IndependenceState,
  follower: number,
  leader: number,
  slot: number,
  scope: Scope,
): { nats: number; hits: number } {
  const one = providerAt(state, follower);
  const other = providerAt(state, leader);
  const row = follower * state.capacity + leader;
  const options = windowOptions(one, other, INDEPENDENCE.spikeShareExact);
  const read = (young: boolean, size: number): number =>
    readCell(state.banks.markup, row, slotCell(0, slot, young, size), scope);
  for (let size = 0; size < SIZES; size++) {
    young[size] = read(true, size);
    both[size] = (young[size] ?? 0) + read(false, size);
  }
  let best = { nats: 0, hits: 0 };
  for (const counts of [young, both]) {
    const found = bestWindow(counts, options);
    if (found.nats > best.nats) {
      best = found;
    }
  }
  return { nats: Math.max(0, best.nats - INDEPENDENCE.markupSearchNats), hits: best.hits };
}

/** The best evidence that one provider sells the other's values at a constant ratio. */
export function markupScore(state: IndependenceState, follower: number, leader: number, scope: Scope): MarkupScore {
  const pair = pairPlace(state, follower, leader) * SLOTS;
  let best: MarkupScore = { nats: 0, logRatio: 0, hits: 0 };
  for (let slot = 0; slot < SLOTS; slot++) {
    if (cellAt(state.markups.used, pair + slot) === 0) {
      continue;
    }
    const score = slotScore(state, follower, leader, slot, scope);
    if (score.nats > best.nats) {
      best = { nats: score.nats, hits: score.hits, logRatio: cellAt(state.markups.ratios, pair + slot) };
    }
  }
  return best;
}

const gaps = new Float64Array(INDEPENDENCE.ringValues ** 2);

function densestRatio(
  state: IndependenceState,
  low: number,
  high: number,
  perUnit: number,
  window: number,
): { ratio: number; hits: number } | null {
  const { rings } = state;
  const size = INDEPENDENCE.ringValues;
  const reach = INDEPENDENCE.markupLagSeconds * 1000;
  const [one, other] = [providerAt(state, low), providerAt(state, high)];
  let count = 0;
  let start = 1;
  for (let age = 1; age <= Math.min(one.pushed, size); age++) {
    const place = low * size + ((one.pushed - age) % size);
    for (let back = start; back <= Math.min(other.pushed, size); back++) {
      const against = high * size + ((other.pushed - back) % size);
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
    if (hits < INDEPENDENCE.markupHitsLeast || hits <= (best?.hits ?? 0)) {
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
  state.markups.ratios[pair * SLOTS + slot] = ratio;
  state.markups.used[pair * SLOTS + slot] = 1;
  state.markups.watchedFrom[pair * SLOTS + slot] = providerAt(state, low).pushed;
  for (const row of [low * state.capacity + high, high * state.capacity + low]) {
    const { width } = state.banks.markup;
    const from = row * width + slot * MARKUP_SLOT_CELLS;
    for (const part of ['current', 'previous', 'settled'] as const) {
      state.banks.markup[part].fill(0, from, from + MARKUP_SLOT_CELLS);
    }
  }
}

/**
 * Looks for a constant ratio between two providers in what their rings hold and, when there is one, watches it from now on.
 * The weaker of the two watched ratios gives its place once it had its chance.
 */
function searchPair(state: IndependenceState, low: number, high: number): void {
  const one = providerAt(state, low);
  const other = providerAt(state, high);
  if (one.tick === 0 || other.tick === 0) {
    return;
  }
  const perUnit = ticksPerUnit(one, other, one.lastNumber);
  if (Math.min(one.step, other.step) * perUnit < INDEPENDENCE.stepTicksLeast) {
    return;
  }
  const window = smallestWindow(one.tick, other.tick);
  const found = densestRatio(state, low, high, perUnit, window);
  if (found === null || Math.abs(found.ratio) * perUnit < 3 * window) {
    return;
  }
  const pair = low * state.capacity + high;
  const slots = Array.from({ length: SLOTS }, (_, slot) => {
    const place = pair * SLOTS + slot;
    if (cellAt(state.markups.used, place) === 0) {
      return { nats: -1, tried: true, near: false };
    }
    const near = Math.abs(cellAt(state.markups.ratios, place) - found.ratio) * perUnit < 1.5 * window;
    const forward = slotScore(state, low, high, slot, 'window');
    const backward = slotScore(state, high, low, slot, 'window');
    const tried = one.pushed - cellAt(state.markups.watchedFrom, place) >= INDEPENDENCE.markupTrialValues;
    return { nats: Math.max(forward.nats, backward.nats), tried, near };
  });
  if (slots.some((slot) => slot.near)) {
    return;
  }
  const weaker = (slots[0]?.nats ?? 0) < (slots[1]?.nats ?? 0) ? 0 : 1;
  const chosen = slots[weaker];
  if (chosen === undefined || !chosen.tried || chosen.nats > INDEPENDENCE.independentNats) {
    return;
  }
  putInSlot(state, pair, low, high, weaker, found.ratio);
}

/** Searches the pairs of a provider whose last search lies far enough back, counted in its own new values. */
export function searchMarkups(state: IndependenceState, index: number): void {
  const { pushed } = providerAt(state, index);
  for (let high = index + 1; high < state.providers.length; high++) {
    const pair = index * state.capacity + high;
    // The pairs of a provider take turns, so that no single observation pays for all of them.
    const every = INDEPENDENCE.markupSearchEvery * (pushed < INDEPENDENCE.markupEarlyValues ? 1 : 2);
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
