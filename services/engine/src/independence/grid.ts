import { cellAt } from './banks.ts';
import { bandsOf, type IndependenceState } from './state.ts';
import { INDEPENDENCE } from './constants.ts';

/** Puts a provider's answer of this round on the grid. `value` is a logarithm of a price, or a height at the round's time. */
export function pendValue(state: IndependenceState, index: number, value: number, changed: boolean): void {
  state.grid.pending[index] = value;
  state.grid.pendingFlags[index] = changed ? 2 : 1;
}

/** The place in the grid's arrays of a provider in a row. */
export function gridPlace(state: IndependenceState, row: number, index: number): number {
  return (row % INDEPENDENCE.gridRows) * state.capacity + index;
}

/**
 * Ends a row: what was pending is written, and who gave nothing keeps its last value, marked as missing. Returns whether a
 * row was made; rounds that follow one another too quickly are joined into one row.
 */
export function closeRow(state: IndependenceState, nowMs: number): boolean {
  const { grid, providers } = state;
  if (bandsOf(state.family).length === 0 || nowMs - grid.lastRowMs < INDEPENDENCE.gridLeastMs) return false;
  if (state.family === 'height' && state.round < INDEPENDENCE.paceRounds) return false;
  const row = grid.rows;
  for (const [index, provider] of providers.entries()) {
    const flag = cellAt(grid.pendingFlags, index);
    const place = gridPlace(state, row, index);
    if (flag > 0) {
      grid.values[place] = cellAt(grid.pending, index);
      if (provider.firstRow < 0) provider.firstRow = row;
    } else {
      const before = row === 0 ? 0 : cellAt(grid.values, gridPlace(state, row - 1, index));
      // A height that is not heard of goes on at the common pace; holding it would look like a stall.
      grid.values[place] = before + (state.family === 'height' ? state.unitsPerMs * (nowMs - grid.lastRowMs) : 0);
    }
    grid.flags[place] = flag;
    grid.pendingFlags[index] = 0;
  }
  grid.rows++;
  grid.lastRowMs = nowMs;
  return true;
}

/** The mean of a provider's values over the rows around a centre. */
export function meanAround(state: IndependenceState, index: number, centre: number, half: number): number {
  let sum = 0;
  for (let row = centre - half; row <= centre + half; row++)
    sum += cellAt(state.grid.values, gridPlace(state, row, index));
  return sum / (2 * half + 1);
}

/** The middle of some numbers, NaN of none. Sorts the array it is given. */
export function median(numbers: Float64Array): number {
  if (numbers.length === 0) return Number.NaN;
  numbers.sort();
  const middle = numbers.length >> 1;
  return numbers.length % 2 === 1
    ? cellAt(numbers, middle)
    : (cellAt(numbers, middle) + cellAt(numbers, middle - 1)) / 2;
}

const MEMORY = 1 / 400;
const OFFSET_MEMORY = 1 / 12;

/**
 * Learns how many rows each provider is behind the crowd: the shift at which its quick movements differ least from those of
 * the median. Two floats per provider and shift: a running offset, and the running variance about it.
 */
export function learnLags(state: IndependenceState): void {
  const { grid, providers } = state;
  const row = grid.rows - 1;
  const shifts = INDEPENDENCE.lagRowsMost + 1;
  const started = providers.filter((provider) => provider.firstRow >= 0 && provider.firstRow <= row - shifts);
  if (started.length < INDEPENDENCE.hatGroupsLeast || row < shifts) return;
  const here = providers.flatMap((provider, index) =>
    provider.firstRow <= row - shifts && provider.firstRow >= 0 ? [index] : [],
  );
  for (let shift = 0; shift < shifts; shift++) {
    const crowd = median(Float64Array.from(here, (index) => cellAt(grid.values, gridPlace(state, row - shift, index))));
    for (const index of here) {
      const place = (index * shifts + shift) * 2;
      const gap = cellAt(grid.values, gridPlace(state, row, index)) - crowd;
      const offset = cellAt(state.lagScores, place);
      const variance = cellAt(state.lagScores, place + 1);
      const off = offset === 0 ? 0 : gap - offset;
      const square = Math.min(off * off, variance === 0 ? off * off : 16 * variance);
      state.lagScores[place] = offset === 0 ? gap : offset + off * OFFSET_MEMORY;
      state.lagScores[place + 1] =
        variance === 0 ? square : variance + (square - variance) * MEMORY * (row < 200 ? 4 : 1);
    }
  }
}

/** The number of rows a provider is behind the crowd by what was learned; the present one unless another is clearly better. */
export function lagOf(state: IndependenceState, index: number, present: number): number {
  const shifts = INDEPENDENCE.lagRowsMost + 1;
  const varianceAt = (shift: number): number => cellAt(state.lagScores, (index * shifts + shift) * 2 + 1);
  let best = present;
  for (let shift = 0; shift < shifts; shift++) {
    if (
      varianceAt(shift) > 0 &&
      varianceAt(shift) < varianceAt(best) * (best === present ? INDEPENDENCE.lagVarianceShare : 1)
    )
      best = shift;
  }
  return best;
}
