import { responseRule } from '../constants/response.ts';
import { windowSum, type LagSums } from './lag-sums.ts';
import { quantile } from '../quantile.ts';
import type { ResponseState } from './response-state.ts';
import { pairPlace } from './response-state.ts';

/** A pair with its counts, as one judgement reads them. */
export type PairSums = {
  readonly a: number;
  readonly b: number;
  readonly sums: LagSums;
  /** Moves of the quieter one, and the geometric mean of the moves of both. */
  readonly moves: number;
  readonly meanMoves: number;
  /** The longer time for which either holds every value, in cells; 0 while unknown. */
  readonly periodCells: number;
};

/** What the whole market does together. */
export type CommonMoves = {
  /** By provider: the part of its moves that the market shares. The share of a pair is the product of two. */
  readonly loadings: Float64Array;
  /** By width and lag in cells: what falls together at that lag, as a part of what does at lag 0. */
  readonly profiles: readonly (readonly number[])[];
};

const widths = [responseRule.narrowCells, responseRule.wideCells];
const turns = 12;

/** Returns the moves of a pair that the market explains at a lag, by the widths of the windows in order. */
export function marketMoves(market: CommonMoves, { a, b, meanMoves }: PairSums, lag: number, width: number): number {
  const profile = market.profiles[Math.min(width, 1)]?.[Math.abs(lag)] ?? 0;
  return (market.loadings[a] ?? 0) * (market.loadings[b] ?? 0) * meanMoves * profile;
}

/** Returns a pair's response at lag 0 less one deviation, as a part of the moves of both. */
function responseNow({ sums, meanMoves }: PairSums): number {
  const [net, all] = [sums.net, sums.all].map((each) => windowSum(each, sums.reach, responseRule.narrowCells));
  return Math.max(0, (net ?? 0) - Math.sqrt(all ?? 0)) / meanMoves;
}

/**
 * Returns how much of each provider's moves the market shares: a lower envelope. A quarter of a provider's partners may
 * share nothing more than the market with it, since any other relation only raises the responses.
 *
 * @param pairs the pairs with enough moves
 * @param isMarket the providers that stand for the market; composites do not
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

/** Returns how the common moves spread over lags: the lower quartile of all pairs with enough of them. */
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
