import { memoryLimits } from './constants/memory.ts';

/**
 * Counts for each ordered pair in three generations: the current one, the previous one, and all earlier ones together,
 * which fade.
 */
export type GenerationCounters = {
  readonly width: number;
  readonly current: Uint16Array | Float32Array;
  readonly previous: Uint16Array | Float32Array;
  readonly settled: Float32Array;
};

/** The generations that are added up: all of them, the last two (the window), or one of the three. */
export type CounterScope = 'full' | 'window' | 'settled' | 'previous' | 'current';

/** Returns the number at an index, and 0 beyond the end of the array. */
export function cellAt(array: { readonly [index: number]: number }, index: number): number {
  return array[index] ?? 0;
}

/**
 * Returns empty counters for `capacity` providers with `width` cells for each ordered pair. Cells of 'counts' are whole
 * numbers up to 65,535. Cells of 'sums' are floating-point numbers.
 */
export function createCounters(capacity: number, width: number, holds: 'counts' | 'sums'): GenerationCounters {
  const length = capacity * capacity * width;
  return {
    width,
    current: holds === 'counts' ? new Uint16Array(length) : new Float32Array(length),
    previous: holds === 'counts' ? new Uint16Array(length) : new Float32Array(length),
    settled: new Float32Array(length),
  };
}

/** Returns the same counts with room for more providers. */
export function growCounters(counters: GenerationCounters, from: number, to: number): GenerationCounters {
  const grown = createCounters(to, counters.width, counters.current instanceof Uint16Array ? 'counts' : 'sums');
  for (const part of ['current', 'previous', 'settled'] as const) {
    for (let row = 0; row < from; row++) {
      const cells = counters[part].subarray(row * from * counters.width, (row + 1) * from * counters.width);
      grown[part].set(cells, row * to * counters.width);
    }
  }
  return grown;
}

/** Ends a generation: the current counts become the previous ones, and older counts fade. */
export function endGeneration(counters: GenerationCounters): void {
  const { settled, previous, current } = counters;
  for (let index = 0; index < settled.length; index++) {
    settled[index] = cellAt(settled, index) * memoryLimits.generationKeep + cellAt(previous, index);
  }
  previous.set(current);
  current.fill(0);
}

/**
 * Adds up the cells of one ordered pair over the generations of a scope. `row` is the pair's index. Writes the sums to
 * `into`, which must have `counters.width` cells.
 */
export function readRow(counters: GenerationCounters, row: number, scope: CounterScope, into: Float64Array): void {
  const { width, current, previous, settled } = counters;
  for (let cell = 0, index = row * width; cell < width; cell++, index++) {
    let sum = 0;
    if (scope === 'full' || scope === 'settled') {
      sum += cellAt(settled, index);
    }
    if (scope === 'full' || scope === 'window' || scope === 'previous') {
      sum += cellAt(previous, index);
    }
    if (scope === 'full' || scope === 'window' || scope === 'current') {
      sum += cellAt(current, index);
    }
    into[cell] = sum;
  }
}

/** Returns one cell of one ordered pair, summed over a scope. */
export function readCell(counters: GenerationCounters, row: number, cell: number, scope: CounterScope): number {
  const index = row * counters.width + cell;
  let sum = 0;
  if (scope === 'full' || scope === 'settled') {
    sum += cellAt(counters.settled, index);
  }
  if (scope === 'full' || scope === 'window' || scope === 'previous') {
    sum += cellAt(counters.previous, index);
  }
  if (scope === 'full' || scope === 'window' || scope === 'current') {
    sum += cellAt(counters.current, index);
  }
  return sum;
}

/** Clears the counts of one ordered pair: all counts, or only those older than the window. */
export function clearRow(counters: GenerationCounters, row: number, what: 'everything' | 'settled'): void {
  const from = row * counters.width;
  counters.settled.fill(0, from, from + counters.width);
  if (what === 'settled') {
    return;
  }
  counters.previous.fill(0, from, from + counters.width);
  counters.current.fill(0, from, from + counters.width);
}

/**
 * Returns the Kullback-Leibler divergence, in nats: the evidence that one observation gives on average, if the share of
 * hits is `observed` and chance predicts `expected`.
 */
export function divergence(observed: number, expected: number): number {
  const share = Math.min(Math.max(observed, 1e-12), 1 - 1e-12);
  return share * Math.log(share / expected) + (1 - share) * Math.log((1 - share) / (1 - expected));
}
