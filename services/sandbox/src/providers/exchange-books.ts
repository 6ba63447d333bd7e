import { tradedAssets } from '../market/assets.ts';
import type { Ticker } from '../market/ticker.ts';
import { venueTraits } from '../market/venues.ts';
import type { ProviderContext } from './provider-context.ts';

/** A pair that has an order book on a venue. */
export type ExchangeBook = { readonly base: string; readonly quote: string };

/**
 * Returns the books of a venue. The key is the venue's name of the pair.
 * @param nameOf returns the venue's name of a pair.
 */
export function booksOf(
  venue: string,
  nameOf: (base: string, quote: string) => string,
): ReadonlyMap<string, ExchangeBook> {
  const traits = venueTraits.find(({ id }) => id === venue);
  return new Map(
    tradedAssets
      .filter(({ symbol }) => traits?.unlisted.includes(symbol) === false)
      .flatMap(({ symbol: base }) =>
        (traits?.quotes ?? [])
          .filter((quote) => quote !== base)
          .map((quote) => [nameOf(base, quote), { base, quote }] as const),
      ),
  );
}

const dayMs = 86_400_000;

/** Statistics of a pair over the last day. The values are plausible, not exact. */
export type DayStats = {
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly average: string;
  /** Traded volume in units of the base asset. */
  readonly volume: string;
  readonly changePercent: string;
};

const tradedUsdPerDay = 4e7;

/** Returns the statistics of a pair over the last day, with as many decimals as the price. */
export function dayStats(
  { market }: ProviderContext,
  { base, quote }: ExchangeBook,
  { price, atMs }: Ticker,
): DayStats {
  const last = Number(price);
  const decimals = price.split('.')[1]?.length ?? 0;
  const fair = (at: number): number => market.latent.log(base, at) - market.latent.log(quote, at);
  // The statistics need no precision, so they use the price at the last full hour.
  const hour = Math.floor(atMs / 3_600_000) * 3_600_000;
  const open = last * Math.exp(fair(hour - dayMs) - fair(hour));
  const shown = (value: number): string => value.toFixed(decimals);
  const usd = Math.exp(market.latent.log(base, atMs));
  return {
    open: shown(open),
    high: shown(Math.max(open, last) * 1.006),
    low: shown(Math.min(open, last) * 0.994),
    average: shown((open + last) / 2),
    volume: (tradedUsdPerDay / usd).toFixed(8),
    changePercent: ((last / open - 1) * 100).toFixed(3),
  };
}

/** Returns the trade number that the last trade at a time has. Trade numbers grow with time. */
export function tradeNumber(atMs: number): number {
  return Math.floor((atMs - Date.parse('2020-01-01T00:00:00Z')) / 250);
}
