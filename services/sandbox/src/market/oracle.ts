import { decimalsFor, ticksText } from './decimals.ts';
import type { LatentPrices } from './latent-prices.ts';
import { createDrift, type RandomProcess } from './processes.ts';
import type { Ticker } from './ticker.ts';
import { gaussian, streamSeed } from './random.ts';

/** Milliseconds between two prices of the oracle: the length of a slot of Solana. */
export const slotMs = 400;

/** A price of the oracle in US dollars. The price and its confidence interval are in ticks of 10^-decimals. */
export type OraclePrice = {
  readonly ticks: number;
  readonly decimals: number;
  readonly confidenceTicks: number;
  readonly atMs: number;
};

/** Returns the price of an asset that was published last, at or before a time. */
export type Oracle = (symbol: string, atMs: number, skewBps: number) => OraclePrice;

const noise = 0.15e-4;
const basisSpread = 0.3e-4;
const basisReturnSeconds = 40;
const confidence = 4e-4;

/** Creates an oracle that observes the true prices almost exactly. It publishes a new price every slot. */
export function createOracle(seed: string, latent: LatentPrices): Oracle {
  const feeds = new Map<string, { readonly seed: number; readonly basis: RandomProcess }>();
  const feed = (symbol: string): { readonly seed: number; readonly basis: RandomProcess } => {
    const known = feeds.get(symbol);
    if (known !== undefined) {
      return known;
    }
    const feedSeed = streamSeed(seed, `oracle/${symbol}`);
    const newFeed = { seed: feedSeed, basis: createDrift(feedSeed, basisSpread, basisReturnSeconds) };
    feeds.set(symbol, newFeed);
    return newFeed;
  };
  return (symbol, atMs, skewBps) => {
    const slot = Math.floor(atMs / slotMs);
    const { seed: feedSeed, basis } = feed(symbol);
    const publishedAtMs = Math.max(slot * slotMs, latent.changedAtMs(symbol));
    const wander = latent.isSet(symbol) ? 0 : basis(publishedAtMs / 1_000) + noise * gaussian(feedSeed, slot);
    const price = Math.exp(latent.log(symbol, publishedAtMs) + wander) * (1 + skewBps / 10_000);
    // Prices have eight decimals, as in most of Pyth's feeds. A price that would have too few digits gets more
    // decimals.
    const decimals = Math.max(8, decimalsFor(latent.reference(symbol), 6));
    const perUnit = 10 ** decimals;
    return {
      ticks: Math.max(1, Math.round(price * perUnit)),
      decimals,
      confidenceTicks: Math.max(1, Math.round(price * confidence * perUnit)),
      atMs: publishedAtMs,
    };
  };
}

/** Returns a price of the oracle as a ticker. Bid and ask are the ends of the confidence interval. */
export function oracleTicker({ ticks, decimals, confidenceTicks, atMs }: OraclePrice): Ticker {
  return {
    price: ticksText(ticks, decimals),
    bid: ticksText(Math.max(1, ticks - confidenceTicks), decimals),
    ask: ticksText(ticks + confidenceTicks, decimals),
    atMs,
  };
}
