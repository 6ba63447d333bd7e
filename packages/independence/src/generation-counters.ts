import { memoryLimits } from './constants/memory.ts';

/** Counts per pair of providers in three generations: being filled, just filled, and all before, fading. */
export type GenerationCounters = {
  readonly width: number;
  readonly current: Uint16Array | Float32Array;
  readonly previous: Uint16Array | Float32Array;
  readonly settled: Float32Array;
};

/** Which generations to add up: everything, the window of the last two, or one of the parts that halves are made of. */
export type CounterScope = 'full' | 'window' | 'settled' | 'previous' | 'current';

/** What stands at an index of an array, 0 beyond its end. */
export function cellAt(array: { readonly [index: number]: number }, index: number): number {
  return array[index] ?? 0;
}

/** An empty bank for `capacity` providers with `width` cells per ordered pair. `counts`: whole numbers up to 65,535. */
export function createCounters(capacity: number, width: number, holds: 'counts' | 'sums'): GenerationCounters {
  const length = capacity * capacity * width;
  return {
    width,
    current: holds === 'counts' ? new Uint16Array(length) : new Float32Array(length),
    previous: holds === 'counts' ? new Uint16Array(length) : new Float32Array(length),
    settled: new Float32Array(length),
  };
}

/** The same counts with room for more providers. */
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

/** Ends a generation: what was filled becomes the past, and the past fades. */
export function endGeneration(counters: GenerationCounters): void {
  const { settled, previous, current } = counters;
  for (let index = 0; index < settled.length; index++) {
    settled[index] = cellAt(settled, index) * memoryLimits.generationKeep + cellAt(previous, index);
  }
  previous.set(current);
  current.fill(0);
}

/** Adds up the cells of one ordered pair (row) over a scope into `into`, which must hold `bank.width` cells. */
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

/** The sum of one cell of one ordered pair over a scope. */
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

/** Forgets what was counted for one ordered pair: all of it, or only what is older than the window. */
export function clearRow(counters: GenerationCounters, row: number, what: 'everything' | 'settled'): void {
  const from = row * counters.width;
  counters.settled.fill(0, from, from + counters.width);
  if (what === 'settled') {
    return;
  }
  counters.previous.fill(0, from, from + counters.width);
  counters.current.fill(0, from, from + counters.width);
}

/** The information, in nats, that one observation of share `observed` carries against an expected share. */
export function divergence(observed: number, expected: number): number {
  const share = Math.min(Math.max(observed, 1e-12), 1 - 1e-12);
  return share * Math.log(share / expected) + (1 - share) * Math.log((1 - share) / (1 - expected));
}
