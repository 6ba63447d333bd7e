import { cellAt, divergence, readRow, type CounterScope } from './generation-counters.ts';
import { coincidenceRule } from './constants/coincidence.ts';
import { memoryLimits } from './constants/memory.ts';
import { digitsOf } from './ticks.ts';
import { providerAt, coincidenceCells, type IndependenceState, type ProviderMemory } from './state.ts';

const edgesMs = coincidenceRule.lagEdgesSeconds.map((seconds) => seconds * 1000);
const oldestMs = edgesMs.at(-1) ?? 0;
const earliestMs = -(edgesMs[0] ?? 0);
const cellOffsets = coincidenceRule.windowsPerAgeClass.map((_, bin) =>
  coincidenceRule.windowsPerAgeClass.slice(0, bin).reduce((sum, scales) => sum + scales + 1, 0),
);
const eventsCell = coincidenceCells - 1;
/** Ages that are looked at alone or together: a cache spreads one upstream value over neighbouring classes. */
const ageGroups: readonly (readonly number[])[] = [
  ...coincidenceRule.windowsPerAgeClass.map((_, bin) => [bin]),
  ...coincidenceRule.windowsPerAgeClass.slice(1, -1).map((_, bin) => [bin, bin + 1]),
  [0, 1, 2],
];
const recentMs = 16_000;
/** The age from which only near repeats are looked for. */
const oldMs =
  edgesMs[coincidenceRule.windowsPerAgeClass.findIndex((scales) => scales < coincidenceRule.windowsPerAgeClass[0])] ??
  0;
/** The most windows of any class beyond that age. */
const oldWindows = Math.max(
  ...coincidenceRule.windowsPerAgeClass.filter((scales) => scales < coincidenceRule.windowsPerAgeClass[0]),
);

/** What the coincidences of an ordered pair amount to. */
export type CoincidenceScore = {
  readonly nats: number;
  /** The same over values that the leader had shown at least half a second before: who leads. */
  readonly forwardNats: number;
  readonly hits: number;
  readonly events: number;
};

/** Half the width of the smallest window, in coarse ticks: just short of the neighbouring tick. */
export function smallestWindow(a: number, b: number): number {
  const ratio = Math.min(a, b) / Math.max(a, b);
  return 0.5 - 0.05 * Math.min(1, ratio * 10);
}

/** How many coarse ticks a relative difference of 1 is for this pair at this price. */
export function ticksPerUnit(a: ProviderMemory, b: ProviderMemory, value: number): number {
  return Math.abs(value) / Math.max(a.tick, b.tick);
}

function ageClass(ageMs: number): number {
  for (let bin = 0; bin < coincidenceRule.windowsPerAgeClass.length; bin++) {
    if (ageMs <= (edgesMs[bin + 1] ?? 0)) {
      return bin;
    }
  }
  return -1;
}

/** Powers of three: every window is three times the one before. */
export const windowWidths = Float64Array.from({ length: 12 }, (_, size) => 3 ** size);

/**
 * The smallest window that holds a distance, in windows of which the first is 1 wide; -1 beyond the last. Searched from the
 * widest on, where nearly all distances lie.
 */
export function windowOf(distance: number, last: number): number {
  if (!(distance <= (windowWidths[last] ?? 0))) {
    return -1;
  }
  let size = last;
  while (size > 0 && distance <= (windowWidths[size - 1] ?? 0)) {
    size--;
  }
  return size;
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
 * Compares the newest value of a provider with every recent value of every other one, as follower and, for values that
 * were shown within the last seconds, as leader. Values of providers that move by too few ticks are left out.
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
  for (let b = 0; b < providers.length; b++) {
    const leader = providerAt(state, b);
    if (b === index || leader.tick === 0) {
      continue;
    }
    const perUnit = ticksPerUnit(self, leader, value);
    if (Math.min(self.step, leader.step) * perUnit < coincidenceRule.minStepTicks) {
      continue;
    }
    recordAgainst(state, index, b, newest, perUnit);
  }
}

/** The hot loop of the whole measurement: one new value against the ring of one other provider. */
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
    if (ageMs > -500 && ageMs < earliestMs && (digits[place] ?? 0) <= plain) {
      count(current, back, 0, apart * perWindow);
    }
  }
  if (met && !selfRound) {
    const events = row * coincidenceCells + eventsCell;
    current[events] = (current[events] ?? 0) + 1;
  }
}

const scratch = new Float64Array(coincidenceCells);
/** Room for the sums over a group, one array per number of windows. */
const groupCounts = ageGroups.map(
  (group) => new Float64Array(1 + Math.min(...group.map((bin) => coincidenceRule.windowsPerAgeClass[bin] ?? 0))),
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
export function windowOptions(a: ProviderMemory, b: ProviderMemory, exactShare: number): WindowOptions {
  const step = Math.min(a.slowStep, b.slowStep) * ticksPerUnit(a, b, a.lastNumber);
  return {
    smallest: smallestWindow(a.tick, b.tick),
    widest: step * coincidenceRule.maxWidthOfStep,
    leastFlank: Math.max(a.finestGap, b.finestGap) / Math.max(a.tick, b.tick),
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
    if (inside < coincidenceRule.minHits) {
      continue;
    }
    const wide = width > options.widest / 2 ? coincidenceRule.expectedShareWidest : coincidenceRule.expectedShareWide;
    const expected = size === 0 ? options.exactShare : Math.max(options.exactShare, wide);
    const near = inside + (counts[size + 1] ?? 0);
    if (inside / near < coincidenceRule.minShare || inside / near <= expected) {
      continue;
    }
    let nats = near * divergence(inside / near, expected);
    // Where the peak is flat that far out, nine times the window knows the background better than three times.
    if (size + 2 < counts.length && 3 * width <= options.widest) {
      const far = near + (counts[size + 2] ?? 0);
      const chance = expected * expected * coincidenceRule.farFlankExcess;
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
export function coincidenceScore(
  state: IndependenceState,
  follower: number,
  leader: number,
  scope: CounterScope,
): CoincidenceScore {
  const a = providerAt(state, follower);
  const b = providerAt(state, leader);
  if (state.family !== 'price' || a.tick === 0 || b.tick === 0) {
    return { nats: 0, forwardNats: 0, hits: 0, events: 0 };
  }
  readRow(state.counters.coincidence, follower * state.capacity + leader, scope, scratch);
  const exactShare =
    a.lattice > 1.5 || b.lattice > 1.5 ? coincidenceRule.expectedShareLattice : coincidenceRule.expectedShareExact;
  const options = windowOptions(a, b, exactShare);
  let nats = 0;
  let forwardNats = 0;
  let hits = 0;
  for (const [place, group] of ageGroups.entries()) {
    const counts = groupCounts[place] ?? scratch;
    let any = 0;
    for (let size = 0; size < counts.length; size++) {
      let sum = 0;
      for (const bin of group) {
        sum += scratch[(cellOffsets[bin] ?? 0) + size] ?? 0;
      }
      counts[size] = sum;
      if (size < 8) {
        any += sum;
      }
    }
    if (any < coincidenceRule.minHits) {
      continue;
    }
    const found = bestWindow(counts, options);
    const paid = found.nats - coincidenceRule.searchNats;
    if (paid > nats) {
      nats = paid;
      hits = found.hits;
    }
    if ((group[0] ?? 0) > 0 && paid > forwardNats) {
      forwardNats = paid;
    }
  }
  return { nats, forwardNats, hits, events: cellAt(scratch, eventsCell) };
}
