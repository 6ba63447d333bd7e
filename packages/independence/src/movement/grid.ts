import { cellAt } from '../generation-counters.ts';
import { median } from '../quantile.ts';
import { bandsOf, type IndependenceState } from '../state.ts';
import { corneredHatRule } from '../constants/n-cornered-hat.ts';

/**
 * Stores a provider's answer for the current row. `value` is the logarithm of a price, or a height that is adjusted to
 * the time of the round.
 */
export function pendValue(state: IndependenceState, index: number, value: number, changed: boolean): void {
  state.grid.pending[index] = value;
  state.grid.pendingFlags[index] = changed ? 2 : 1;
}

/** Returns the index of a provider's cell for a row in the arrays of the grid. */
export function gridPlace(state: IndependenceState, row: number, index: number): number {
  return (row % corneredHatRule.gridRows) * state.capacity + index;
}

/**
 * Ends a row. A provider without an answer repeats its last value and is marked as missing. Returns whether a row was
 * added. A round that follows too soon after the present row becomes a part of it and adds no row.
 */
export function closeRow(state: IndependenceState, nowMs: number): boolean {
  const { grid, providers } = state;
  if (bandsOf(state.family).length === 0 || nowMs - grid.lastRowMs < state.minRowMs) {
    return false;
  }
  if (state.family === 'height' && state.round < corneredHatRule.paceRounds) {
    return false;
  }
  const row = grid.rows;
  let moved = 0;
  let answered = 0;
  for (const [index, provider] of providers.entries()) {
    const flag = cellAt(grid.pendingFlags, index);
    const place = gridPlace(state, row, index);
    if (flag > 0) {
      grid.values[place] = cellAt(grid.pending, index);
      if (row > 0 && provider.firstRow >= 0) {
        const step = Math.abs(cellAt(grid.values, place) - cellAt(grid.values, gridPlace(state, row - 1, index)));
        moved += step > corneredHatRule.jumpSteps * provider.slowStep ? 1 : 0;
        answered++;
      }
      if (provider.firstRow < 0) {
        provider.firstRow = row;
      }
    } else {
      const before = row === 0 ? 0 : cellAt(grid.values, gridPlace(state, row - 1, index));
      // A missing height advances at the common pace, because a constant height would look like a stall.
      grid.values[place] = before + (state.family === 'height' ? state.unitsPerMs * (nowMs - grid.lastRowMs) : 0);
    }
    grid.flags[place] = flag;
    grid.pendingFlags[index] = 0;
  }
  if (state.family === 'price' && answered > 0 && moved > answered / 2) {
    grid.jumpRow = row;
  }
  grid.rows++;
  grid.lastRowMs = nowMs;
  return true;
}

/** Returns the mean of a provider's values over the rows around a centre. */
export function meanAround(state: IndependenceState, index: number, centre: number, half: number): number {
  let sum = 0;
  const { values } = state.grid;
  for (let row = centre - half; row <= centre + half; row++) {
    sum += values[(row % corneredHatRule.gridRows) * state.capacity + index] ?? 0;
  }
  return sum / (2 * half + 1);
}

/** Number of lags, from 0 rows on, at which a provider is compared with the median of all providers. */
export const lagShifts = corneredHatRule.maxLagRows + 1;

const varianceMemory = 1 / 400;
const warmRows = 60;
const offsetMemory = 1 / 12;

/**
 * Learns how many rows each provider is behind the median. Its lag is the shift at which its quick movements differ
 * least from those of the median. For each provider and shift it stores a running offset and the running variance
 * around the offset.
 */
export function learnLags(state: IndependenceState): void {
  const { grid, providers } = state;
  const row = grid.rows - 1;
  const started = providers.filter((provider) => provider.firstRow >= 0 && provider.firstRow <= row - lagShifts);
  if (started.length < 2 || row < lagShifts) {
    return;
  }
  const isSmall = started.length < corneredHatRule.minGroups;
  const here = providers.flatMap((provider, index) =>
    provider.firstRow <= row - lagShifts && provider.firstRow >= 0 ? [index] : [],
  );
  const crowd = median(Float64Array.from(here, (index) => cellAt(grid.values, gridPlace(state, row, index))));
  grid.crowd[row % corneredHatRule.gridRows] = crowd;
  const { lagScores } = state;
  for (let shift = 0; shift < lagShifts; shift++) {
    const then = row < shift ? 0 : (grid.crowd[(row - shift) % corneredHatRule.gridRows] ?? 0);
    if (then === 0) {
      break;
    }
    for (const index of here) {
      const place = (index * lagShifts + shift) * 2;
      // With few providers the median mostly equals the value of one provider. So the mean of all other providers is
      // used.
      const against = isSmall ? meanOfOthers(state, here, index, row - shift) : then;
      const gap = (grid.values[gridPlace(state, row, index)] ?? 0) - against;
      const offset = lagScores[place] ?? 0;
      const variance = lagScores[place + 1] ?? 0;
      const off = offset === 0 ? 0 : gap - offset;
      // The first rows all have equal weight, so that no shift has an advantage because of its first value. Later rows
      // have their jumps clipped.
      const age = row - (providers[index]?.firstRow ?? row) - lagShifts;
      const square = age < warmRows ? off * off : Math.min(off * off, 16 * variance);
      lagScores[place] = offset === 0 ? gap : offset + off * offsetMemory;
      lagScores[place + 1] = variance + (square - variance) * Math.max(varianceMemory, 1 / (age + 1));
    }
  }
}

/** Returns the mean of all other providers in a row. */
function meanOfOthers(state: IndependenceState, here: readonly number[], index: number, row: number): number {
  let sum = 0;
  for (const other of here) {
    sum += other === index ? 0 : (state.grid.values[gridPlace(state, row, other)] ?? 0);
  }
  return sum / (here.length - 1);
}

/**
 * Returns the variance of a provider's distance from the median of all providers, at one lag; 0 while it is unknown.
 */
function lagVariance(state: IndependenceState, index: number, at: number): number {
  return cellAt(state.lagScores, (index * lagShifts + at) * 2 + 1);
}

/**
 * Returns how many rows a provider is behind the median of all providers, in steps of a quarter row. It returns 0
 * unless the lag clearly explains the provider's movements, because in a quiet market all lags fit equally well.
 */
export function lagOf(state: IndependenceState, index: number): number {
  const varianceAt = (shift: number): number => lagVariance(state, index, shift);
  let best = 0;
  for (let shift = 1; shift < lagShifts; shift++) {
    if (varianceAt(shift) < varianceAt(best)) {
      best = shift;
    }
  }
  if (best === 0 || varianceAt(best) > corneredHatRule.lagVarianceShare * varianceAt(0)) {
    return 0;
  }
  // The variance grows equally on both sides of the true lag. So the variances at the two adjacent lags show where the
  // true lag lies between two rows.
  let lag = best;
  if (best < lagShifts - 1) {
    const [before, after] = [varianceAt(best - 1) - varianceAt(best), varianceAt(best + 1) - varianceAt(best)];
    lag += (before - after) / (2 * Math.max(before, after, Number.MIN_VALUE));
  }
  return Math.round(lag / corneredHatRule.lagStepRows) * corneredHatRule.lagStepRows;
}
