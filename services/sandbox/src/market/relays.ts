import { alteredSize } from './sizes.ts';
import type { Ticker } from './ticker.ts';
import { venueTraits } from './venues.ts';

/** How a venue repeats the trades and the prices of another venue. */
export type VenueRelay = {
  /** The name of the venue whose trades are repeated. */
  readonly upstream: string;
  /** Milliseconds from a trade at the upstream until its repetition. */
  readonly delayMs: number;
  /** Whether the relay shows sizes that are 0.2 to 2 % lower than the upstream's sizes. */
  readonly altersSizes: boolean;
};

/** The venues that relay another venue now, and the venues that have stopped trading. */
export type Relays = {
  readonly set: (provider: string, relay: VenueRelay | undefined) => void;
  /**
   * Sets the time since which a venue shows no new trades, in milliseconds since the Unix epoch. `sinceMs` is undefined
   * when the venue is up.
   */
  readonly setHalted: (provider: string, sinceMs: number | undefined) => void;
  /**
   * Returns the ticker that a venue relays: the price and the size of its upstream's trade, at the time of the
   * repetition. Returns undefined when the venue relays no other venue. When the upstream does not list the pair, the
   * ticker inside the result is undefined.
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

/** The names of the venues with trades. These venues can relay each other. */
export const tradingVenues: readonly string[] = venueTraits.map(({ id }) => id);

/**
 * Creates the relays of a market. At first, no venue relays another one.
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
 * Returns the quote currency of the upstream's book that a venue repeats. Each of the venue's books in US dollars or a
 * dollar stablecoin repeats the upstream's first book.
 */
function upstreamQuote(upstream: string, quote: string): string {
  const quotes = venueTraits.find(({ id }) => id === upstream)?.quotes ?? [];
  return dollars.includes(quote) ? (quotes[0] ?? quote) : quote;
}

function repeated(seen: Ticker, seenAtMs: number, delayMs: number, altersAs: string | undefined): Ticker {
  const { size, earlierSizes, atMs } = seen;
  const shown = (each: string): string => (altersAs === undefined ? each : alteredSize(each, altersAs, atMs));
  // A price that was set reaches every provider immediately. The time of its trade can therefore be later than the time
  // of the read.
  const repeatedAtMs = atMs > seenAtMs ? atMs : atMs + delayMs;
  return {
    ...seen,
    ...(size === undefined ? {} : { size: shown(size) }),
    ...(earlierSizes === undefined ? {} : { earlierSizes: earlierSizes.map(shown) }),
    atMs: repeatedAtMs,
  };
}

/** Returns a ticker whose prices are shifted. The number of decimals stays the same. */
export function shiftedTicker(ticker: Ticker, basisPoints: number): Ticker {
  if (basisPoints === 0) {
    return ticker;
  }
  const shift = (price: string): string =>
    (Number(price) * (1 + basisPoints / 10_000)).toFixed(price.split('.')[1]?.length ?? 0);
  return { ...ticker, price: shift(ticker.price), bid: shift(ticker.bid), ask: shift(ticker.ask) };
}
