import { alteredSize } from './sizes.ts';
import type { Ticker } from './ticker.ts';
import { venueTraits } from './venues.ts';

/** The way in which a venue repeats the trades and the prices of another venue. */
export type VenueRelay = {
  /** The venue whose trades are repeated. */
  readonly upstream: string;
  /** Time from an upstream's trade to its repetition, in milliseconds. */
  readonly delayMs: number;
  /** Whether the repeated sizes are 0.2 to 2 % lower. */
  readonly altersSizes: boolean;
};

/** The venues that relay another venue now, and the venues that halted. */
export type Relays = {
  readonly set: (provider: string, relay: VenueRelay | undefined) => void;
  /**
   * Sets the time since which a venue shows nothing new, in milliseconds since the Unix epoch. Undefined when the venue
   * is up.
   */
  readonly setHalted: (provider: string, sinceMs: number | undefined) => void;
  /**
   * Returns the ticker that a venue relays: the price and the size of its upstream's trade, at the time of the
   * repetition. Returns undefined when the venue relays nothing. The ticker inside the result is undefined for a pair
   * that the upstream does not list.
   */
  readonly relayed: (
    provider: string,
    base: string,
    quote: string,
    atMs: number,
  ) => { readonly ticker: Ticker | undefined } | undefined;
};

type TickerAt = (provider: string, base: string, quote: string, atMs: number) => Ticker | undefined;

const dollars = ['USD', 'USDT', 'USDC'];

/** The venues that have trades and can relay one another. */
export const tradingVenues: readonly string[] = venueTraits.map(({ id }) => id);

/**
 * Creates the relays of a market. No venue relays another one at first.
 * @param at returns the ticker of any provider. The relays must form no cycle.
 */
export function createRelays(at: TickerAt): Relays {
  const relays = new Map<string, VenueRelay>();
  const haltedSinceMs = new Map<string, number>();
  return {
    set: (provider, relay) => {
      if (relay === undefined) {
        relays.delete(provider);
      } else {
        relays.set(provider, relay);
      }
    },
    setHalted: (provider, sinceMs) => {
      if (sinceMs === undefined) {
        haltedSinceMs.delete(provider);
      } else if (!haltedSinceMs.has(provider)) {
        haltedSinceMs.set(provider, sinceMs);
      }
    },
    relayed: (provider, base, quote, atMs) => {
      const relay = relays.get(provider);
      if (relay === undefined) {
        return undefined;
      }
      const { upstream, delayMs, altersSizes } = relay;
      const seenAtMs = Math.min(atMs - delayMs, haltedSinceMs.get(upstream) ?? Number.POSITIVE_INFINITY);
      const seen = at(upstream, base, upstreamQuote(upstream, quote), seenAtMs);
      return { ticker: seen && repeated(seen, seenAtMs, delayMs, altersSizes ? provider : undefined) };
    },
  };
}

/**
 * Returns the quote of the upstream's book that a venue repeats. Every book in US dollars or a dollar stablecoin
 * repeats the upstream's first book.
 */
function upstreamQuote(upstream: string, quote: string): string {
  const quotes = venueTraits.find(({ id }) => id === upstream)?.quotes ?? [];
  return dollars.includes(quote) ? (quotes[0] ?? quote) : quote;
}

function repeated(seen: Ticker, seenAtMs: number, delayMs: number, altersAs: string | undefined): Ticker {
  const { size, earlierSizes, atMs } = seen;
  const shown = (each: string): string => (altersAs === undefined ? each : alteredSize(each, altersAs, atMs));
  // A price that was set reaches every provider immediately, so its trade can be later than the time of the read.
  const repeatedAtMs = atMs > seenAtMs ? atMs : atMs + delayMs;
  return {
    ...seen,
    ...(size === undefined ? {} : { size: shown(size) }),
    ...(earlierSizes === undefined ? {} : { earlierSizes: earlierSizes.map(shown) }),
    atMs: repeatedAtMs,
  };
}

/** Returns a ticker with its prices shifted and the number of decimals unchanged. */
export function shiftedTicker(ticker: Ticker, basisPoints: number): Ticker {
  if (basisPoints === 0) {
    return ticker;
  }
  const shift = (price: string): string =>
    (Number(price) * (1 + basisPoints / 10_000)).toFixed(price.split('.')[1]?.length ?? 0);
  return { ...ticker, price: shift(ticker.price), bid: shift(ticker.bid), ask: shift(ticker.ask) };
}
