import { tradedAssets } from '../market/assets.ts';
import type { FundingOf } from '../market/funding.ts';
import type { Market } from '../market/market.ts';
import type { Quote } from '../market/quote.ts';
import { trimmed } from '../market/decimals.ts';
import { venueTraits } from '../market/venues.ts';

/** What providers are made of. */
export type World = {
  readonly seed: string;
  readonly market: Market;
  readonly funding: FundingOf;
};

/** A pair that a venue has a book for. */
export type Book = { readonly base: string; readonly quote: string };

/**
 * The books of one venue by the name it gives them.
 * @param nameOf how the venue writes a pair.
 */
export function booksOf(venue: string, nameOf: (base: string, quote: string) => string): ReadonlyMap<string, Book> {
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

/** What exchanges tell about the last day beside the last price; it is plausible and nothing more. */
export type DayStats = {
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly average: string;
  /** Units of the base asset traded. */
  readonly volume: string;
  readonly changePercent: string;
};

const tradedUsdPerDay = 4e7;

/** The last day of a pair, with as many decimals as its price has. */
export function dayStats({ market }: World, { base, quote }: Book, { price, atMs }: Quote): DayStats {
  const last = Number(price);
  const decimals = price.split('.')[1]?.length ?? 0;
  const fair = (at: number): number => market.latent.log(base, at) - market.latent.log(quote, at);
  // The walk alone is looked at, since an hour is enough for what nobody decides by.
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

/** A whole number that grows as trades come in, to stand where exchanges number their trades. */
export function tradeNumber(atMs: number): number {
  return Math.floor((atMs - Date.parse('2020-01-01T00:00:00Z')) / 250);
}

/** A price without zeros at its end, as most exchanges write it. */
export function short(price: string): string {
  return trimmed(price);
}

/** A number as text with at most so many decimals, never with an exponent. */
export function decimalsAtMost(value: number, decimals: number): string {
  return trimmed(value.toFixed(decimals));
}
