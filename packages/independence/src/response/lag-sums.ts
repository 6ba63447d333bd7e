import { responseRule } from '../constants/response.ts';
import { firstCell, lagReach, type ResponseState } from './response-state.ts';

/**
 * Cumulative sums of a pair's counts, from the first lag on. With them the sum over any window of lags takes two
 * look-ups.
 */
export type LagSums = {
  /** The longest lag, in cells. Lag `l` is at index `reach + l`. */
  readonly reach: number;
  /**
   * For each cell, the sum over all cells before it: moves that coincide in the same direction, minus those in opposite
   * directions. `all` is the sum of both kinds instead.
   */
  readonly net: Float64Array;
  readonly all: Float64Array;
};

/** Returns the cumulative sums of the counts of a pair. */
export function lagSums(response: ResponseState, pair: number): LagSums {
  const reach = lagReach(response.cellMs);
  const cells = 2 * reach + 1;
  const from = firstCell(pair);
  const net = new Float64Array(cells + 1);
  const all = new Float64Array(cells + 1);
  let netSum = 0;
  let allSum = 0;
  for (let cell = 0; cell < cells; cell++) {
    const same = response.same[from + cell] ?? 0;
    const opposite = response.opposite[from + cell] ?? 0;
    netSum += same - opposite;
    allSum += same + opposite;
    net[cell + 1] = netSum;
    all[cell + 1] = allSum;
  }
  return { reach, net, all };
}

/** Returns the sum over a window of `width` cells around a cell. Cells beyond the longest lag count as 0. */
export function windowSum(sums: Float64Array, centre: number, width: number): number {
  const half = width >> 1;
  const from = Math.max(0, centre - half);
  const to = Math.min(sums.length - 1, centre + half + 1);
  return (sums[to] ?? 0) - (sums[from] ?? 0);
}

/** Returns the number of moves that coincide by chance in one cell, estimated from lags beyond `flankMs`. */
export function chancePerCell({ reach, all }: LagSums, cellMs: number): number {
  const from = Math.floor(responseRule.flankMs / cellMs) + 1;
  const cells = 2 * (reach - from + 1);
  if (cells <= 0) {
    return 0;
  }
  const near = (all[reach + from] ?? 0) - (all[reach - from + 1] ?? 0);
  return ((all[2 * reach + 1] ?? 0) - near) / cells;
}

/**
 * Returns the lag, in cells, at which most moves coincide in the same direction. `net` is their number minus the number
 * of moves that coincide in opposite directions.
 */
export function likeliestLag({ reach, net }: LagSums): { readonly lag: number; readonly net: number } {
  let best = 1;
  for (let cell = 2; cell < 2 * reach; cell++) {
    if (windowSum(net, cell, responseRule.narrowCells) > windowSum(net, best, responseRule.narrowCells)) {
      best = cell;
    }
  }
  return { lag: best - reach, net: windowSum(net, best, responseRule.narrowCells) };
}
