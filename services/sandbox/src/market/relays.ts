import { alteredSize } from './sizes.ts';
import type { Ticker } from './ticker.ts';
import { venueTraits } from './venues.ts';

/** How a venue repeats the trades and the prices of another one. */
export type VenueRelay = {
  /** The venue whose trades are repeated. */
  readonly upstream: string;
  /** Time from a trade to its repetition, in milliseconds. */
  readonly delayMs: number;
  /** Whether the repeated sizes are 0.2 to 2 % lower. */
  readonly altersSizes: boolean;
};

/** The venues that relay another one now, and those that halted. */
export type Relays = {
  readonly set: (provider: string, relay: VenueRelay | undefined) => void;
  /** Sets since when a venue shows nothing, in milliseconds since the Unix epoch. Undefined when it is up. */
  readonly setHalted: (provider: string, sinceMs: number | undefined) => void;
  /**
   * Returns the ticker that a venue relays: with the price and the size of its upstream's trade, at the time of the
   * repetition. Undefined when the venue relays nothing. The ticker is undefined for a pair that the upstream does not have.
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
 * Creates the relays of a market, none at first.
 * @param at returns the ticker of any provider. Its relays must have no cycle.
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

/** Returns the quote of the upstream's book. Every book in dollars repeats the one that answers the upstream's questions. */
function upstreamQuote(upstream: string, quote: string): string {
  const quotes = venueTraits.find(({ id }) => id === upstream)?.quotes ?? [];
  return dollars.includes(quote) ? (quotes[0] ?? quote) : quote;
}

function repeated(seen: Ticker, seenAtMs: number, delayMs: number, altersAs: string | undefined): Ticker {
  const { size, earlierSizes, atMs } = seen;
  const shown = (each: string): string => (altersAs === undefined ? each : alteredSize(each, altersAs, atMs));
  // A price that was set reaches every provider at once, so its trade can be later than the time that is read.
  const repeatedAtMs = atMs > seenAtMs ? atMs : atMs + delayMs;
  return {
    ...seen,
    ...(size === undefined ? {} : { size: shown(size) }),
    ...(earlierSizes === undefined ? {} : { earlierSizes: earlierSizes.map(shown) }),
    atMs: repeatedAtMs,
  };
}

/** Returns a ticker whose prices are shifted, with as many decimals as before. */
export function shiftedTicker(ticker: Ticker, basisPoints: number): Ticker {
  if (basisPoints === 0) {
    return ticker;
  }
  const shift = (price: string): string =>
    (Number(price) * (1 + basisPoints / 10_000)).toFixed(price.split('.')[1]?.length ?? 0);
  return { ...ticker, price: shift(ticker.price), bid: shift(ticker.bid), ask: shift(ticker.ask) };
}
