import { INDEPENDENCE } from './constants.ts';

/** Counts per pair of providers in three generations: being filled, just filled, and all before, fading. */
export type Bank = {
  readonly width: number;
  readonly current: Uint16Array | Float32Array;
  readonly previous: Uint16Array | Float32Array;
  readonly settled: Float32Array;
};

/** Which generations to add up: everything, the window of the last two, or one of the parts that halves are made of. */
export type Scope = 'full' | 'window' | 'settled' | 'previous' | 'current';

/** What stands at an index of an array, 0 beyond its end. */
export function cellAt(array: { readonly [index: number]: number }, index: number): number {
  return array[index] ?? 0;
}

/** An empty bank for `capacity` providers with `width` cells per ordered pair. `counts`: whole numbers up to 65,535. */
export function makeBank(capacity: number, width: number, holds: 'counts' | 'sums'): Bank {
  const length = capacity * capacity * width;
  return {
    width,
    current: holds === 'counts' ? new Uint16Array(length) : new Float32Array(length),
    previous: holds === 'counts' ? new Uint16Array(length) : new Float32Array(length),
    settled: new Float32Array(length),
  };
}

/** The same counts with room for more providers. */
export function growBank(bank: Bank, from: number, to: number): Bank {
  const grown = makeBank(to, bank.width, bank.current instanceof Uint16Array ? 'counts' : 'sums');
  for (const part of ['current', 'previous', 'settled'] as const) {
    for (let row = 0; row < from; row++) {
      const cells = bank[part].subarray(row * from * bank.width, (row + 1) * from * bank.width);
      grown[part].set(cells, row * to * bank.width);
    }
  }
  return grown;
}

/** Ends a generation: what was filled becomes the past, and the past fades. */
export function rotateBank(bank: Bank): void {
  const { settled, previous, current } = bank;
  for (let index = 0; index < settled.length; index++) {
    settled[index] = cellAt(settled, index) * INDEPENDENCE.generationKeep + cellAt(previous, index);
  }
  previous.set(current);
  current.fill(0);
}

/** Adds up the cells of one ordered pair (row) over a scope into `into`, which must hold `bank.width` cells. */
export function readRow(bank: Bank, row: number, scope: Scope, into: Float64Array): void {
  const { width, current, previous, settled } = bank;
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
export function readCell(bank: Bank, row: number, cell: number, scope: Scope): number {
  const index = row * bank.width + cell;
  let sum = 0;
  if (scope === 'full' || scope === 'settled') {
    sum += cellAt(bank.settled, index);
  }
  if (scope === 'full' || scope === 'window' || scope === 'previous') {
    sum += cellAt(bank.previous, index);
  }
  if (scope === 'full' || scope === 'window' || scope === 'current') {
    sum += cellAt(bank.current, index);
  }
  return sum;
}

/** Forgets what was counted for one ordered pair: all of it, or only what is older than the window. */
export function clearRow(bank: Bank, row: number, what: 'everything' | 'settled'): void {
  const from = row * bank.width;
  bank.settled.fill(0, from, from + bank.width);
  if (what === 'settled') {
    return;
  }
  bank.previous.fill(0, from, from + bank.width);
  bank.current.fill(0, from, from + bank.width);
}

/** The information, in nats, that one observation of share `observed` carries against an expected share. */
export function divergence(observed: number, expected: number): number {
  const share = Math.min(Math.max(observed, 1e-12), 1 - 1e-12);
  return share * Math.log(share / expected) + (1 - share) * Math.log((1 - share) / (1 - expected));
}
