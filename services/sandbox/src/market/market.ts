import { Big } from 'big.js';
import { assets, tradedAssets } from './assets.ts';
import { createLatentPrices, type LatentPrices } from './latent-prices.ts';
import { createOracle, oracleTicker, type OraclePrice } from './oracle.ts';
import type { Ticker } from './ticker.ts';
import { composites, copies, type PriceComposite, type PriceCopy } from './upstreams.ts';
import { createVenue } from './venue.ts';
import { venueTraits } from './venues.ts';

/** All that the sandbox knows about prices. Every answer follows from the seed, the moment and what was set. */
export type Market = {
  /**
   * What a provider shows for a pair at a moment; undefined for what it does not price. Moments before the last change
   * of a price are shown as they are after it.
   */
  readonly at: (provider: string, base: string, quote: string, atMs: number) => Ticker | undefined;
  /** The oracle's price with its parts; undefined for an asset without a feed. */
  readonly oracle: (symbol: string, atMs: number) => OraclePrice | undefined;
  /** The same as the publishers themselves agreed on it, whatever skew the provider was given. */
  readonly published: (symbol: string, atMs: number) => OraclePrice | undefined;
  readonly latent: LatentPrices;
  /** Shifts all prices that one provider shows, and with them those of whoever copies it, in basis points. */
  readonly setSkew: (provider: string, basisPoints: number) => void;
};

type Source = (base: string, quote: string, atMs: number) => Ticker | undefined;

const maxRememberedTickers = 4_096;

/** The start of the cycle in which a provider last fetched, never before a price was changed. */
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
  const changedAt = (base: string, quote: string): number =>
    Math.max(latent.changedAtMs(base), latent.changedAtMs(quote));

  for (const traits of venueTraits) {
    const listed = new Set(tradedAssets.map(({ symbol }) => symbol).filter((each) => !traits.unlisted.includes(each)));
    const venue = createVenue(traits, seed, latent);
    sources.set(traits.id, (base, quote, atMs) =>
      listed.has(base) ? venue(base, quote, atMs, skewOf(traits.id)) : undefined,
    );
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
  };

  /** Keeps what a slow source showed until it fetches again, or anything that it depends on was changed. */
  function cached(periodMs: number, changed: typeof changedAt, source: Source): Source {
    const cache = new Map<string, { readonly key: string; readonly ticker: Ticker | undefined }>();
    return (base, quote, atMs) => {
      const pair = `${base}-${quote}`;
      const key = `${fetchedAt(atMs, periodMs, changed(base, quote))} ${changed(base, 'USDT')} ${[...skews].join()}`;
      const known = cache.get(pair);
      if (known?.key === key) {
        return known.ticker;
      }
      const found = source(base, quote, atMs);
      if (cache.size > maxRememberedTickers) {
        cache.clear();
      }
      cache.set(pair, { key, ticker: found });
      return found;
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
    // What is traded nowhere that it looks at is known from elsewhere, as the dollar coin itself is.
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

/** What a re-seller makes of its upstream's price, exactly: markup first, then the digits that it keeps. */
export function resold(price: string, row: PriceCopy, skewBps = 0): string {
  const decimals = price.split('.')[1]?.length ?? 0;
  const marked = Big(price)
    .times(10_000 + (row.markupBps ?? 0))
    .times(10_000 + skewBps)
    .div(100_000_000);
  const cache = row.markupBps === undefined && skewBps === 0 ? marked : marked.round(decimals, Big.roundHalfUp);
  return (row.significantDigits === undefined ? cache : cache.prec(row.significantDigits, Big.roundHalfUp)).toFixed();
}
