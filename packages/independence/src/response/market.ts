import { responseRule } from '../constants/response.ts';
import { windowSum, type LagSums } from './lag-sums.ts';
import { quantile } from '../quantile.ts';
import type { ResponseState } from './response-state.ts';
import { pairPlace } from './response-state.ts';

/** A pair of providers with its counts, as one judgement uses them. */
export type PairSums = {
  readonly a: number;
  readonly b: number;
  readonly sums: LagSums;
  /** Number of moves of the quieter provider. `meanMoves` is the geometric mean of both providers' moves. */
  readonly moves: number;
  readonly meanMoves: number;
  /**
   * The longer of the two providers' cache periods, in cells. A cache period is the minimum time for which a provider
   * shows each value. It is 0 while unknown.
   */
  readonly periodCells: number;
};

/** The moves that the whole market makes together. */
export type CommonMoves = {
  /**
   * For each provider, the part (0 to 1) of its moves that it has in common with the market. The share of a pair's
   * moves that the market explains is the product of its two parts.
   */
  readonly loadings: Float64Array;
  /** For each window width and lag in cells: the market's coinciding moves at that lag, relative to lag 0. */
  readonly profiles: readonly (readonly number[])[];
};

const widths = [responseRule.narrowCells, responseRule.wideCells];
const turns = 12;

/**
 * Returns the number of a pair's moves that the market explains at a lag.
 *
 * @param width index of the window's width.
 */
export function marketMoves(market: CommonMoves, { a, b, meanMoves }: PairSums, lag: number, width: number): number {
  const profile = market.profiles[Math.min(width, 1)]?.[Math.abs(lag)] ?? 0;
  return (market.loadings[a] ?? 0) * (market.loadings[b] ?? 0) * meanMoves * profile;
}

/**
 * Returns a pair's response at lag 0, lowered by one deviation, relative to the geometric mean of both providers'
 * moves.
 */
function responseNow({ sums, meanMoves }: PairSums): number {
  const [net, all] = [sums.net, sums.all].map((each) => windowSum(each, sums.reach, responseRule.narrowCells));
  return Math.max(0, (net ?? 0) - Math.sqrt(all ?? 0)) / meanMoves;
}

/**
 * Returns the part of each provider's moves that it has in common with the market. The estimate is a low quantile over
 * the provider's partners. It assumes that a quarter of them share nothing with it but the market; any other relation
 * only raises the response.
 *
 * @param pairs the pairs with enough moves
 * @param isMarket whether a provider represents the market; composites do not
 */
export function commonMoves(
  response: ResponseState,
  pairs: readonly PairSums[],
  isMarket: readonly boolean[],
  isComposite: readonly boolean[],
): CommonMoves {
  const n = response.movers.length;
  const seen = new Map(pairs.map((pair) => [pairPlace(pair.a, pair.b), responseNow(pair)]));
  const loadings = new Float64Array(n).fill(0.3);
  const fit = (index: number, partners: readonly boolean[]): number => {
    const parts: number[] = [];
    for (let third = 0; third < n; third++) {
      const loading = loadings[third] ?? 0;
      const shared = third === index ? undefined : seen.get(pairPlace(index, third));
      if (shared !== undefined && partners[third] === true && loading > responseRule.minLoading) {
        parts.push(shared / loading);
      }
    }
    return parts.length < responseRule.minMarketPartners
      ? 0
      : Math.min(1, quantile(parts, responseRule.marketQuantile));
  };
  for (let turn = 0; turn < turns; turn++) {
    const next = loadings.map((_, index) => (isMarket[index] === true ? fit(index, isMarket) : 0));
    loadings.forEach((loading, index) => (loadings[index] = (loading + (next[index] ?? 0)) / 2));
  }
  for (const [index, composite] of isComposite.entries()) {
    if (composite) {
      loadings[index] = fit(index, isMarket);
    }
  }
  return { loadings, profiles: widths.map((width) => profileOf(pairs, loadings, width)) };
}

/**
 * Returns how the market's common moves are distributed over lags: the lower quartile of all pairs with enough common
 * moves.
 */
function profileOf(pairs: readonly PairSums[], loadings: Float64Array, width: number): number[] {
  const known = pairs
    .map((pair) => ({ pair, common: (loadings[pair.a] ?? 0) * (loadings[pair.b] ?? 0) * pair.meanMoves }))
    .filter(({ common }) => common >= 10);
  return Array.from({ length: responseRule.profileCells }, (_, lag) => {
    const parts: number[] = [];
    for (const { pair, common } of known) {
      const { reach, net } = pair.sums;
      if (lag + (width >> 1) > reach) {
        continue;
      }
      parts.push(windowSum(net, reach + lag, width) / common);
      if (lag > 0) {
        parts.push(windowSum(net, reach - lag, width) / common);
      }
    }
    return parts.length < 6 ? 0 : Math.max(0, quantile(parts, responseRule.marketQuantile));
  });
}
