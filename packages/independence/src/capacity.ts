import { growCounters, createCounters } from './generation-counters.ts';
import { memoryLimits } from './constants/memory.ts';
import { corneredHatRule } from './constants/n-cornered-hat.ts';
import { lagShifts } from './movement/grid.ts';
import { createRepetitionCounts } from './repetition/repetition-state.ts';
import { staleMatchRule } from './constants/stale-match.ts';
import type { ValueFamily } from './observation.ts';
import { bandsOf, evidenceCells, markupSlotCells, coincidenceCells, type IndependenceState } from './state.ts';

/** Returns the arrays of a new state: every part whose length depends on the number of providers, without any data. */
export function emptyArrays(
  capacity: number,
  family: ValueFamily,
): Pick<
  IndependenceState,
  'rings' | 'grid' | 'markups' | 'counter' | 'lagScores' | 'deviations' | 'judgement' | 'counters'
> {
  const places = capacity * (family === 'counter' ? 0 : memoryLimits.ringValues);
  const pairs = capacity * capacity;
  const bands = bandsOf(family).length;
  const onlyFor = (wanted: ValueFamily): number => (family === wanted ? capacity : 0);
  const rows = family === 'counter' ? 0 : corneredHatRule.gridRows * capacity;
  return {
    rings: {
      values: new Float64Array(places),
      logs: new Float64Array(places),
      readMs: new Float64Array(places),
      digits: new Int8Array(places),
    },
    grid: {
      rows: 0,
      lastRowMs: 0,
      jumpRow: -1,
      values: new Float64Array(rows),
      flags: new Uint8Array(rows),
      pending: new Float64Array(capacity),
      pendingFlags: new Uint8Array(capacity),
      crowd: new Float64Array(family === 'price' ? corneredHatRule.gridRows : 0),
    },
    markups: {
      ratios: new Float64Array(pairs * 2),
      used: new Uint8Array(pairs * 2),
      watchedFrom: new Float64Array(pairs * 2),
      searchedAt: new Float64Array(pairs),
    },
    counter: {
      values: [],
      nextId: 1,
      pending: Array.from({ length: capacity }, () => null),
      lags: new Float32Array(onlyFor('counter') * staleMatchRule.lagBins),
      judged: new Int32Array(onlyFor('counter') * capacity),
    },
    lagScores: new Float32Array(capacity * lagShifts * 2),
    deviations: new Float32Array(pairs * bands),
    judgement: {
      atMs: 0,
      evidence: new Float32Array(pairs * evidenceCells),
      verdicts: new Uint8Array(pairs),
      proofs: new Uint8Array(pairs),
      sinceMs: new Float64Array(pairs),
    },
    counters: {
      coincidence: createCounters(onlyFor('price'), coincidenceCells, 'counts'),
      markup: createCounters(onlyFor('price'), markupSlotCells * 2, 'counts'),
      corneredHat: createCounters(family === 'counter' ? 0 : capacity, bands * 2, 'sums'),
      stale: createCounters(onlyFor('counter'), 3, 'sums'),
    },
  };
}

function copyPairs<T extends Float32Array | Float64Array | Uint8Array | Uint16Array | Uint32Array | Int32Array>(
  from: T,
  to: T,
  old: number,
  now: number,
): void {
  const width = from.length / (old * old);
  for (let row = 0; row < old && from.length > 0; row++) {
    to.set(from.subarray(row * old * width, (row + 1) * old * width), row * now * width);
  }
}

/** Makes room for more providers and preserves everything that the state has learned. */
export function grow(state: IndependenceState): void {
  const old = state.capacity;
  const now = old + memoryLimits.capacityStep;
  const empty = emptyArrays(now, state.family);
  for (const part of ['values', 'logs', 'readMs', 'digits'] as const) {
    empty.rings[part].set(state.rings[part]);
  }
  for (let row = 0; row < corneredHatRule.gridRows && state.grid.values.length > 0; row++) {
    empty.grid.values.set(state.grid.values.subarray(row * old, (row + 1) * old), row * now);
    empty.grid.flags.set(state.grid.flags.subarray(row * old, (row + 1) * old), row * now);
  }
  empty.grid.rows = state.grid.rows;
  empty.grid.lastRowMs = state.grid.lastRowMs;
  empty.grid.pending.set(state.grid.pending);
  empty.grid.crowd.set(state.grid.crowd);
  empty.grid.pendingFlags.set(state.grid.pendingFlags);
  copyPairs(state.markups.ratios, empty.markups.ratios, old, now);
  copyPairs(state.markups.watchedFrom, empty.markups.watchedFrom, old, now);
  copyPairs(state.markups.used, empty.markups.used, old, now);
  copyPairs(state.markups.searchedAt, empty.markups.searchedAt, old, now);
  const room = Array.from({ length: now - old }, () => null);
  const { values, nextId, pending } = state.counter;
  Object.assign(empty.counter, { values, nextId, pending: [...pending, ...room] });
  empty.counter.lags.set(state.counter.lags);
  copyPairs(state.counter.judged, empty.counter.judged, old, now);
  empty.lagScores.set(state.lagScores);
  copyPairs(state.deviations, empty.deviations, old, now);
  empty.judgement.atMs = state.judgement.atMs;
  copyPairs(state.judgement.evidence, empty.judgement.evidence, old, now);
  copyPairs(state.judgement.proofs, empty.judgement.proofs, old, now);
  copyPairs(state.judgement.verdicts, empty.judgement.verdicts, old, now);
  copyPairs(state.judgement.sinceMs, empty.judgement.sinceMs, old, now);
  for (const name of ['coincidence', 'markup', 'corneredHat', 'stale'] as const) {
    const counters = state.counters[name];
    if (counters.settled.length > 0) {
      empty.counters[name] = growCounters(counters, old, now);
    }
  }
  const counts = createRepetitionCounts(now);
  for (const part of ['tested', 'exact', 'besideOne', 'besideTwo', 'recent', 'tickBp', 'isCoarse'] as const) {
    copyPairs(state.repetition.counts[part], counts[part], old, now);
  }
  state.repetition.counts = counts;
  Object.assign(state, empty, { capacity: now });
}
