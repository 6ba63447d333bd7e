import { cellAt, divergence, readCell, type CounterScope } from './generation-counters.ts';
import { memoryLimits } from './constants/memory.ts';
import { stampRule } from './constants/stamps.ts';
import { providerAt, type IndependenceState } from './state.ts';

/** Learns whether a provider's stamps are fine enough. Whole tenths of a second recur by chance. */
export function learnStamp(state: IndependenceState, index: number, stamp: number): void {
  const provider = providerAt(state, index);
  provider.stamps++;
  if (stamp % 100 === 0) {
    provider.coarseStamps++;
  }
}

/** Returns whether a provider's stamps are too coarse for equality to mean anything. */
function coarse(state: IndependenceState, index: number): boolean {
  const { stamps, coarseStamps } = providerAt(state, index);
  return stamps < 5 || coarseStamps > stamps * stampRule.maxCoarseShare;
}

/** Searches a provider's stamp among the recent stamps of the others. Only prices have rings of stamps. */
export function recordStamps(state: IndependenceState, index: number, stamp: number): void {
  const size = memoryLimits.ringValues;
  if (state.family !== 'price' || coarse(state, index)) {
    return;
  }
  const { current, width } = state.counters.stamp;
  for (const [b, leader] of state.providers.entries()) {
    if (b === index || coarse(state, b)) {
      continue;
    }
    const cell = (index * state.capacity + b) * width;
    current[cell + 1] = cellAt(current, cell + 1) + 1;
    const end = b * size + Math.min(leader.pushed, size);
    for (let place = b * size; place < end; place++) {
      if (state.rings.stamps[place] !== stamp) {
        continue;
      }
      current[cell] = cellAt(current, cell) + 1;
      break;
    }
  }
}

/**
 * Returns the evidence in nats that a provider passes on the stamps of the other: nothing below nearly full coverage.
 */
export function stampScore(state: IndependenceState, follower: number, leader: number, scope: CounterScope): number {
  const row = follower * state.capacity + leader;
  const equal = readCell(state.counters.stamp, row, 0, scope);
  const tried = readCell(state.counters.stamp, row, 1, scope);
  if (tried < stampRule.minTried || equal / tried < stampRule.minShare) {
    return 0;
  }
  return tried * divergence(equal / tried, stampRule.chance);
}
