import { Big } from 'big.js';
import { assets, tradedAssets } from './assets.ts';
import { createLatentPrices, type LatentPrices } from './latent-prices.ts';
import { createOracle, oracleTicker, type OraclePrice } from './oracle.ts';
import { createRelays, shiftedTicker, type Relays } from './relays.ts';
import type { Ticker } from './ticker.ts';
import { composites, copies, type PriceComposite, type PriceCopy } from './upstreams.ts';
import { createVenue } from './venue.ts';
import { venueTraits } from './venues.ts';

/** All prices of the sandbox. Each price follows from the seed, the time and the prices that were set. */
export type Market = {
  /**
   * Returns the ticker that a provider shows for a pair at a time. Returns undefined for a pair that the provider does
   * not price. For a time before the last change of a price, returns the price after the change.
   */
  readonly at: (provider: string, base: string, quote: string, atMs: number) => Ticker | undefined;
  /** Returns the oracle's price of an asset, or undefined for an asset without a price feed. */
  readonly oracle: (symbol: string, atMs: number) => OraclePrice | undefined;
  /** Returns the oracle's price without the skew that was set for the provider `pyth`. */
  readonly published: (symbol: string, atMs: number) => OraclePrice | undefined;
  readonly latent: LatentPrices;
  /** Shifts all prices of a provider by basis points. The prices of its resellers shift too. */
  readonly setSkew: (provider: string, basisPoints: number) => void;
  /** The venues that repeat the trades and the prices of another venue. */
  readonly relays: Pick<Relays, 'set' | 'setHalted'>;
};

type Source = (base: string, quote: string, atMs: number) => Ticker | undefined;

const maxRememberedTickers = 4_096;

/**
 * Returns when a provider that fetches prices once per period last fetched them. That is the start of the current
 * period, or the last change of a price if that is later.
 */
export function fetchedAt(atMs: number, periodMs: number, changedAtMs: number): number {
  return Math.max(Math.floor(atMs / periodMs) * periodMs, changedAtMs);
}

/** Creates the market of a seed. */
export function createMarket(seed: string): Market {
  const latent = createLatentPrices(seed);
  const skews = new Map<string, number>();
  const skewOf = (provider: string): number => skews.get(provider) ?? 0;
  const feeds = new Set(tradedAssets.flatMap(({ symbol, feed }) => (feed === undefined ? [] : [symbol])));
  const oracleOf = createOracle(seed, latent);
  const withSkew = (symbol: string, atMs: number, skewBps: number): OraclePrice | undefined =>
    feeds.has(symbol) ? oracleOf(symbol, atMs, skewBps) : undefined;
  const oracle: Market['oracle'] = (symbol, atMs) => withSkew(symbol, atMs, skewOf('pyth'));

  const sources = new Map<string, Source>();
  const at: Market['at'] = (provider, base, quote, atMs) => sources.get(provider)?.(base, quote, atMs);
  const relays = createRelays(at);
  const changedAt = (base: string, quote: string): number =>
    Math.max(latent.changedAtMs(base), latent.changedAtMs(quote));

  for (const traits of venueTraits) {
    const listed = new Set(tradedAssets.map(({ symbol }) => symbol).filter((each) => !traits.unlisted.includes(each)));
    const venue = createVenue(traits, seed, latent);
    sources.set(traits.id, (base, quote, atMs) => {
      if (!listed.has(base) || base === quote || !traits.quotes.includes(quote)) {
        return undefined;
      }
      const relayed = relays.relayed(traits.id, base, quote, atMs);
      return relayed === undefined
        ? venue(base, quote, atMs, skewOf(traits.id))
        : relayed.ticker && shiftedTicker(relayed.ticker, skewOf(traits.id));
    });
  }
  sources.set('pyth', (base, quote, atMs) => {
    const price = quote === 'USD' ? oracle(base, atMs) : undefined;
    return price === undefined ? undefined : oracleTicker(price);
  });
  const parts = { at, latent, changedAt, skewOf };
  for (const composite of composites) {
    sources.set(composite.provider, cached(composite.periodMs, changedAt, compositeSource(composite, parts)));
  }
  for (const provider of new Set(copies.map((copy) => copy.provider))) {
    const rows = copies.filter((copy) => copy.provider === provider);
    const period = Math.min(...rows.map(({ periodMs }) => periodMs));
    sources.set(provider, cached(period, changedAt, copySource(rows, parts)));
  }
  return {
    at,
    oracle,
    published: (symbol, atMs) => withSkew(symbol, atMs, 0),
    latent,
    setSkew: (provider, basisPoints) => {
      skews.set(provider, basisPoints);
    },
    relays,
  };

  /** Caches the tickers of a source until its next fetch or the next change of a price or a skew. */
  function cached(periodMs: number, changed: typeof changedAt, source: Source): Source {
    const cache = new Map<string, { readonly key: string; readonly ticker: Ticker | undefined }>();
    return (base, quote, atMs) => {
      const pair = `${base}-${quote}`;
      const key = `${fetchedAt(atMs, periodMs, changed(base, quote))} ${changed(base, 'USDT')} ${[...skews].join()}`;
      const known = cache.get(pair);
      if (known?.key === key) {
        return known.ticker;
      }
      const currentTicker = source(base, quote, atMs);
      if (cache.size > maxRememberedTickers) {
        cache.clear();
      }
      cache.set(pair, { key, ticker: currentTicker });
      return currentTicker;
    };
  }
}

type Parts = {
  readonly at: Market['at'];
  readonly latent: LatentPrices;
  readonly changedAt: (base: string, quote: string) => number;
  readonly skewOf: (provider: string) => number;
};

const compositeDigits = 15;

function compositeSource(composite: PriceComposite, { at, latent, changedAt, skewOf }: Parts): Source {
  return (base, quote, atMs) => {
    if (base === quote || !assets.some(({ symbol }) => symbol === base)) {
      return undefined;
    }
    const takenAtMs = fetchedAt(atMs, composite.periodMs, Math.max(changedAt(base, quote), changedAt(base, 'USDT')));
    const seen = composite.inputs
      .flatMap((input) => {
        const price = at(input.venue, base, input.quote, takenAtMs)?.price;
        return price === undefined ? [] : [Big(price).times(inDollars(input.quote, takenAtMs))];
      })
      .toSorted((a, b) => a.cmp(b));
    // For a currency or stablecoin that none of the inputs trades, such as USDT, the composite shows the true price.
    const median = seen[(seen.length - 1) >> 1] ?? Big(inDollars(base, takenAtMs));
    const price = median.times(1 + skewOf(composite.provider) / 10_000).div(inDollars(quote, takenAtMs));
    const text = price.prec(compositeDigits).toFixed();
    return { price: text, bid: text, ask: text, atMs: takenAtMs };
  };

  function inDollars(symbol: string, atMs: number): number {
    return Math.exp(latent.log(symbol, atMs));
  }
}

function copySource(rows: readonly PriceCopy[], { at, changedAt, skewOf }: Parts): Source {
  return (base, quote, atMs) => {
    const row = rows.find((each) => each.assets?.includes(base) ?? true);
    if (row === undefined) {
      return undefined;
    }
    const changedAtMs = Math.max(changedAt(base, quote), changedAt(base, 'USDT'));
    const fetchedAtMs = fetchedAt(atMs, row.periodMs, changedAtMs);
    const seen = at(row.upstream, base, quote, Math.max(fetchedAtMs - row.delayMs, changedAtMs));
    if (seen === undefined) {
      return undefined;
    }
    const text = resold(seen.price, row, skewOf(row.provider));
    return { price: text, bid: text, ask: text, atMs: fetchedAtMs };
  };
}

/** Returns the price that a reseller shows: the upstream's price plus the markup, rounded. The arithmetic is exact. */
export function resold(price: string, row: PriceCopy, skewBps = 0): string {
  const decimals = price.split('.')[1]?.length ?? 0;
  const marked = Big(price)
    .times(10_000 + (row.markupBps ?? 0))
    .times(10_000 + skewBps)
    .div(100_000_000);
  const cache = row.markupBps === undefined && skewBps === 0 ? marked : marked.round(decimals, Big.roundHalfUp);
  return (row.significantDigits === undefined ? cache : cache.prec(row.significantDigits, Big.roundHalfUp)).toFixed();
}
