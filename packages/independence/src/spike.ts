import { cellAt, divergence, readRow, type Scope } from './banks.ts';
import { INDEPENDENCE } from './constants.ts';
import { digitsOf } from './ticks.ts';
import { providerAt, SPIKE_CELLS, type IndependenceState, type ProviderMemory } from './state.ts';

const EDGES_MS = INDEPENDENCE.lagEdgesSeconds.map((seconds) => seconds * 1000);
const OLDEST_MS = EDGES_MS.at(-1) ?? 0;
const EARLIEST_MS = -(EDGES_MS[0] ?? 0);
const OFFSETS = INDEPENDENCE.spikeScales.map((_, bin) =>
  INDEPENDENCE.spikeScales.slice(0, bin).reduce((sum, scales) => sum + scales + 1, 0),
);
const EVENTS = SPIKE_CELLS - 1;
/** Ages that are looked at alone or together: a cache spreads one upstream value over neighbouring classes. */
const AGE_GROUPS: readonly (readonly number[])[] = [
  ...INDEPENDENCE.spikeScales.map((_, bin) => [bin]),
  ...INDEPENDENCE.spikeScales.slice(1, -1).map((_, bin) => [bin, bin + 1]),
  [0, 1, 2],
];
const RECENT_MS = 16_000;
/** The age from which only near repeats are looked for. */
const OLD_MS = EDGES_MS[INDEPENDENCE.spikeScales.findIndex((scales) => scales < INDEPENDENCE.spikeScales[0])] ?? 0;
/** The most windows of any class beyond that age. */
const OLD_SCALES = Math.max(...INDEPENDENCE.spikeScales.filter((scales) => scales < INDEPENDENCE.spikeScales[0]));

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
  for (let bin = 0; bin < INDEPENDENCE.spikeScales.length; bin++) {
    if (ageMs <= (EDGES_MS[bin + 1] ?? 0)) {
      return bin;
    }
  }
  return -1;
}

/** Powers of three: every window is three times the one before. */
export const WIDTHS = Float64Array.from({ length: 12 }, (_, size) => 3 ** size);

/**
 * The smallest window that holds a distance, in windows of which the first is 1 wide; -1 beyond the last. Searched from the
 * widest on, where nearly all distances lie.
 */
export function windowOf(distance: number, last: number): number {
  if (!(distance <= (WIDTHS[last] ?? 0))) {
    return -1;
  }
  let size = last;
  while (size > 0 && distance <= (WIDTHS[size - 1] ?? 0)) {
    size--;
  }
  return size;
}

function count(counts: Uint16Array | Float32Array, row: number, bin: number, widths: number): void {
  const size = windowOf(widths, INDEPENDENCE.spikeScales[bin] ?? 0);
  if (size < 0) {
    return;
  }
  const index = row * SPIKE_CELLS + (OFFSETS[bin] ?? 0) + size;
  counts[index] = (counts[index] ?? 0) + 1;
}

/**
 * Compares the newest value of a provider with every recent value of every other one, as follower and, for values that
 * were shown within the last seconds, as leader. Values of providers that move by too few ticks are left out.
 */
export function recordSpikes(state: IndependenceState, index: number): void {
  const { rings, providers } = state;
  const size = INDEPENDENCE.ringValues;
  const self = providerAt(state, index);
  if (self.tick === 0) {
    return;
  }
  const newest = index * size + ((self.pushed - 1) % size);
  const value = cellAt(rings.values, newest);
  for (let other = 0; other < providers.length; other++) {
    const leader = providerAt(state, other);
    if (other === index || leader.tick === 0) {
      continue;
    }
    const perUnit = ticksPerUnit(self, leader, value);
    if (Math.min(self.step, leader.step) * perUnit < INDEPENDENCE.stepTicksLeast) {
      continue;
    }
    recordAgainst(state, index, other, newest, perUnit);
  }
}

/** The hot loop of the whole measurement: one new value against the ring of one other provider. */
function recordAgainst(state: IndependenceState, index: number, other: number, newest: number, perUnit: number): void {
  const { logs, readMs, digits } = state.rings;
  const plain = digitsOf(providerAt(state, index), providerAt(state, other));
  const { current } = state.banks.spike;
  const size = INDEPENDENCE.ringValues;
  const leader = providerAt(state, other);
  const row = index * state.capacity + other;
  const back = other * state.capacity + index;
  const log = logs[newest] ?? 0;
  const nowMs = readMs[newest] ?? 0;
  const selfRound = (digits[newest] ?? 0) > plain;
  const smallest = smallestWindow(providerAt(state, index).tick, leader.tick);
  const perWindow = perUnit / smallest;
  const reach = (WIDTHS[INDEPENDENCE.spikeScales[0]] ?? 0) / perWindow;
  const nearReach = (WIDTHS[OLD_SCALES] ?? 0) / perWindow;
  const kept = Math.min(leader.pushed, size);
  const from = other * size;
  let turn = (leader.pushed - 1) % size;
  let met = false;
  for (let age = 0; age < kept; age++, turn = turn === 0 ? size - 1 : turn - 1) {
    const place = from + turn;
    const ageMs = nowMs - (readMs[place] ?? 0);
    if (ageMs > OLDEST_MS) {
      break;
    }
    if (ageMs < RECENT_MS) {
      met = true;
    }
    const apart = Math.abs(log - (logs[place] ?? 0));
    if (apart > (ageMs > OLD_MS ? nearReach : reach)) {
      continue;
    }
    if (!selfRound && ageMs > -EARLIEST_MS) {
      count(current, row, ageClass(ageMs), apart * perWindow);
    }
    if (ageMs > -500 && ageMs < EARLIEST_MS && (digits[place] ?? 0) <= plain) {
      count(current, back, 0, apart * perWindow);
    }
  }
  if (met && !selfRound) {
    const events = row * SPIKE_CELLS + EVENTS;
    current[events] = (current[events] ?? 0) + 1;
  }
}

const scratch = new Float64Array(SPIKE_CELLS);
/** Room for the sums over a group, one array per number of windows. */
const groupCounts = AGE_GROUPS.map(
  (group) => new Float64Array(1 + Math.min(...group.map((bin) => INDEPENDENCE.spikeScales[bin] ?? 0))),
);

/** Which windows may be looked at, in coarse ticks, and what share of hits the smallest holds by chance. */
export type WindowOptions = {
  readonly smallest: number;
  readonly widest: number;
  /** The least flank: within it both providers' own values have been seen apart. */
  readonly leastFlank: number;
  readonly exactShare: number;
};

/** The windows in which two providers may be compared by what is known of their steps and ticks. */
export function windowOptions(one: ProviderMemory, other: ProviderMemory, exactShare: number): WindowOptions {
  const step = Math.min(one.slowStep, other.slowStep) * ticksPerUnit(one, other, one.lastNumber);
  return {
    smallest: smallestWindow(one.tick, other.tick),
    widest: step * INDEPENDENCE.spikeWidthOfStep,
    leastFlank: Math.max(one.finestGap, other.finestGap) / Math.max(one.tick, other.tick),
    exactShare,
  };
}

/** The evidence in windows of growing size over a group of age classes, before the search is paid for. */
export function bestWindow(
  counts: { readonly length: number; readonly [size: number]: number },
  options: WindowOptions,
): { readonly nats: number; readonly hits: number } {
  let best = { nats: 0, hits: 0 };
  let inside = 0;
  let width = options.smallest;
  for (let size = 0; size + 1 < counts.length; size++, width *= 3) {
    inside += counts[size] ?? 0;
    if (size > 0 && width > options.widest) {
      break;
    }
    if (3 * width < options.leastFlank) {
      continue;
    }
    if (inside < INDEPENDENCE.spikeHitsLeast) {
      continue;
    }
    const wide = width > options.widest / 2 ? INDEPENDENCE.spikeShareWidest : INDEPENDENCE.spikeShareWide;
    const expected = size === 0 ? options.exactShare : Math.max(options.exactShare, wide);
    const near = inside + (counts[size + 1] ?? 0);
    if (inside / near < INDEPENDENCE.spikeShareLeast || inside / near <= expected) {
      continue;
    }
    let nats = near * divergence(inside / near, expected);
    // Where the peak is flat that far out, nine times the window knows the background better than three times.
    if (size + 2 < counts.length && 3 * width <= options.widest) {
      const far = near + (counts[size + 2] ?? 0);
      const chance = expected * expected * INDEPENDENCE.farFlankExcess;
      if (inside / far > chance) {
        nats = Math.max(nats, far * divergence(inside / far, chance));
      }
    }
    // Of the hits only those count as repeats that chance does not explain.
    const repeats = inside - (expected / (1 - expected)) * (near - inside);
    if (nats > best.nats) {
      best = { nats, hits: repeats };
    }
  }
  return best;
}

/** How strongly `follower` repeats the values of `leader` over a scope of the counts. */
export function spikeScore(state: IndependenceState, follower: number, leader: number, scope: Scope): SpikeScore {
  const one = providerAt(state, follower);
  const other = providerAt(state, leader);
  if (state.family !== 'price' || one.tick === 0 || other.tick === 0) {
    return { nats: 0, forwardNats: 0, hits: 0, events: 0 };
  }
  readRow(state.banks.spike, follower * state.capacity + leader, scope, scratch);
  const exactShare =
    one.lattice > 1.5 || other.lattice > 1.5 ? INDEPENDENCE.spikeShareLattice : INDEPENDENCE.spikeShareExact;
  const options = windowOptions(one, other, exactShare);
  let nats = 0;
  let forwardNats = 0;
  let hits = 0;
  for (const [place, group] of AGE_GROUPS.entries()) {
    const counts = groupCounts[place] ?? scratch;
    let any = 0;
    for (let size = 0; size < counts.length; size++) {
      let sum = 0;
      for (const bin of group) {
        sum += scratch[(OFFSETS[bin] ?? 0) + size] ?? 0;
      }
      counts[size] = sum;
      if (size < 8) {
        any += sum;
      }
    }
    if (any < INDEPENDENCE.spikeHitsLeast) {
      continue;
    }
    const found = bestWindow(counts, options);
    const paid = found.nats - INDEPENDENCE.spikeSearchNats;
    if (paid > nats) {
      nats = paid;
      hits = found.hits;
    }
    if ((group[0] ?? 0) > 0 && paid > forwardNats) {
      forwardNats = paid;
    }
  }
  return { nats, forwardNats, hits, events: cellAt(scratch, EVENTS) };
}
