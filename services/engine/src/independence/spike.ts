import { cellAt, divergence, readRow, type Scope } from './banks.ts';
import { INDEPENDENCE } from './constants.ts';
import { providerAt, SPIKE_CELLS, type IndependenceState, type ProviderMemory } from './state.ts';

const EDGES_MS = INDEPENDENCE.lagEdgesSeconds.map((seconds) => seconds * 1000);
const OLDEST_MS = EDGES_MS.at(-1) ?? 0;
const EARLIEST_MS = -(EDGES_MS[0] ?? 0);
const OFFSETS = INDEPENDENCE.spikeScales.map((_, bin) =>
  INDEPENDENCE.spikeScales.slice(0, bin).reduce((sum, scales) => sum + scales + 1, 0),
);
const EVENTS = SPIKE_CELLS - 1;
/** Ages that are looked at alone or together: a cache spreads one upstream value over neighbouring classes. */
const AGE_GROUPS: readonly (readonly number[])[] = [[0], [1], [2], [3], [4], [5], [6], [0, 1], [1, 2], [0, 1, 2]];
const RECENT_MS = 16_000;

/** What the coincidences of an ordered pair amount to. */
export type SpikeScore = {
  readonly nats: number;
  /** The same over values that the leader had shown at least half a second before: who leads. */
  readonly forwardNats: number;
  readonly hits: number;
  readonly events: number;
};

/** Half the width of the smallest window, in coarse ticks: just short of the neighbouring tick. */
export function smallestWindow(one: number, other: number): number {
  const ratio = Math.min(one, other) / Math.max(one, other);
  return 0.5 - 0.05 * Math.min(1, ratio * 10);
}

/** How many coarse ticks a relative difference of 1 is for this pair at this price. */
export function ticksPerUnit(one: ProviderMemory, other: ProviderMemory, value: number): number {
  return Math.abs(value) / Math.max(one.tick, other.tick);
}

function ageClass(ageMs: number): number {
  for (let bin = 0; bin < INDEPENDENCE.spikeScales.length; bin++) if (ageMs <= cellAt(EDGES_MS, bin + 1)) return bin;
  return -1;
}

function count(state: IndependenceState, row: number, bin: number, ticks: number, smallest: number): void {
  const scales = cellAt(INDEPENDENCE.spikeScales, bin);
  let width = smallest;
  for (let size = 0; size <= scales; size++, width *= 3) {
    if (ticks > width) continue;
    const index = row * SPIKE_CELLS + cellAt(OFFSETS, bin) + size;
    state.banks.spike.current[index] = cellAt(state.banks.spike.current, index) + 1;
    return;
  }
}

/**
 * Compares the newest value of a provider with every recent value of every other one, as follower and, for values that
 * were shown within the last seconds, as leader. Values of providers that move by too few ticks are left out.
 */
export function recordSpikes(state: IndependenceState, index: number): void {
  const { capacity, rings, providers } = state;
  const size = INDEPENDENCE.ringValues;
  const self = providerAt(state, index);
  const newest = index * size + ((self.pushed - 1) % size);
  const log = cellAt(rings.logs, newest);
  const value = cellAt(rings.values, newest);
  const nowMs = cellAt(rings.readMs, newest);
  const selfRound = cellAt(rings.round, newest) === 1;
  if (self.tick === 0) return;
  for (let other = 0; other < providers.length; other++) {
    const leader = providerAt(state, other);
    if (other === index || leader.tick === 0) continue;
    const perUnit = ticksPerUnit(self, leader, value);
    if (Math.min(self.step, leader.step) * perUnit < INDEPENDENCE.stepTicksLeast) continue;
    const smallest = smallestWindow(self.tick, leader.tick);
    const widest = smallest * 3 ** 9;
    const row = index * capacity + other;
    const back = other * capacity + index;
    const kept = Math.min(leader.pushed, size);
    let met = false;
    for (let age = 1; age <= kept; age++) {
      const place = other * size + ((leader.pushed - age) % size);
      const ageMs = nowMs - cellAt(rings.readMs, place);
      if (ageMs > OLDEST_MS) break;
      if (ageMs < RECENT_MS) met = true;
      const ticks = Math.abs(log - cellAt(rings.logs, place)) * perUnit;
      if (ticks > widest) continue;
      if (!selfRound && ageMs > -EARLIEST_MS) count(state, row, ageClass(ageMs), ticks, smallest);
      if (ageMs > -500 && ageMs < EARLIEST_MS && cellAt(rings.round, place) === 0)
        count(state, back, 0, ticks, smallest);
    }
    if (met && !selfRound) {
      const events = row * SPIKE_CELLS + EVENTS;
      state.banks.spike.current[events] = cellAt(state.banks.spike.current, events) + 1;
    }
  }
}

const scratch = new Float64Array(SPIKE_CELLS);

/** The evidence in windows of growing size over a group of age classes, before the search is paid for. */
export function bestWindow(
  counts: readonly number[],
  options: { readonly smallest: number; readonly widest: number; readonly exactShare: number },
): { readonly nats: number; readonly hits: number } {
  let best = { nats: 0, hits: 0 };
  let inside = 0;
  let width = options.smallest;
  for (let size = 0; size + 1 < counts.length; size++, width *= 3) {
    inside += cellAt(counts, size);
    if (size > 0 && width > options.widest) break;
    const flanked = inside + cellAt(counts, size + 1);
    if (inside < INDEPENDENCE.spikeHitsLeast || inside / flanked < INDEPENDENCE.spikeShareLeast) continue;
    const wide = width > options.widest / 2 ? INDEPENDENCE.spikeShareWidest : INDEPENDENCE.spikeShareWide;
    const expected = size === 0 ? options.exactShare : Math.max(options.exactShare, wide);
    if (inside / flanked <= expected) continue;
    const nats = flanked * divergence(inside / flanked, expected);
    if (nats > best.nats) best = { nats, hits: inside };
  }
  return best;
}

/** How strongly `follower` repeats the values of `leader` over a scope of the counts. */
export function spikeScore(state: IndependenceState, follower: number, leader: number, scope: Scope): SpikeScore {
  const one = providerAt(state, follower);
  const other = providerAt(state, leader);
  if (state.family !== 'price' || one.tick === 0 || other.tick === 0)
    return { nats: 0, forwardNats: 0, hits: 0, events: 0 };
  readRow(state.banks.spike, follower * state.capacity + leader, scope, scratch);
  const step = Math.min(one.slowStep, other.slowStep) * ticksPerUnit(one, other, one.lastNumber);
  const exactShare =
    one.lattice > 1.5 || other.lattice > 1.5 ? INDEPENDENCE.spikeShareLattice : INDEPENDENCE.spikeShareExact;
  const options = {
    smallest: smallestWindow(one.tick, other.tick),
    widest: step * INDEPENDENCE.spikeWidthOfStep,
    exactShare,
  };
  let nats = 0;
  let forwardNats = 0;
  let hits = 0;
  for (const group of AGE_GROUPS) {
    const sizes = Math.min(...group.map((bin) => cellAt(INDEPENDENCE.spikeScales, bin))) + 1;
    const counts = Array.from({ length: sizes }, (_, size) =>
      group.reduce((sum, bin) => sum + cellAt(scratch, cellAt(OFFSETS, bin) + size), 0),
    );
    const found = bestWindow(counts, sizes > 3 ? options : { ...options, widest: 0 });
    const paid = found.nats - INDEPENDENCE.spikeSearchNats;
    if (paid > nats) {
      nats = paid;
      hits = found.hits;
    }
    if ((group[0] ?? 0) > 0 && paid > forwardNats) forwardNats = paid;
  }
  return { nats, forwardNats, hits, events: cellAt(scratch, EVENTS) };
}
