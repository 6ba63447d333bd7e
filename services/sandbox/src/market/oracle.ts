import { decimalsFor, ticksText } from './decimals.ts';
import type { LatentPrices } from './latent-prices.ts';
import { createDrift, type RandomProcess } from './processes.ts';
import type { Ticker } from './ticker.ts';
import { gaussian, streamSeed } from './random.ts';

/** How often the oracle's publishers agree on a new price: Solana's slot. */
export const slotMs = 400;

/** An oracle's price in US dollars, as whole ticks of 10^-decimals with a confidence interval in the same ticks. */
export type OraclePrice = {
  readonly ticks: number;
  readonly decimals: number;
  readonly confidenceTicks: number;
  readonly atMs: number;
};

/** The price of an asset at or before a moment. */
export type Oracle = (symbol: string, atMs: number, skewBps: number) => OraclePrice;

const noise = 0.15e-4;
const basisSpread = 0.3e-4;
const basisReturnSeconds = 40;
const confidence = 4e-4;

/** An oracle whose publishers see the market directly: a new price every slot, hardly any distance from the truth. */
export function createOracle(seed: string, latent: LatentPrices): Oracle {
  const feeds = new Map<string, { readonly seed: number; readonly basis: RandomProcess }>();
  const feed = (symbol: string): { readonly seed: number; readonly basis: RandomProcess } => {
    const known = feeds.get(symbol);
    if (known !== undefined) {
      return known;
    }
    const feedSeed = streamSeed(seed, `oracle/${symbol}`);
    const made = { seed: feedSeed, basis: createDrift(feedSeed, basisSpread, basisReturnSeconds) };
    feeds.set(symbol, made);
    return made;
  };
  return (symbol, atMs, skewBps) => {
    const slot = Math.floor(atMs / slotMs);
    const { seed: feedSeed, basis } = feed(symbol);
    const publishedAtMs = Math.max(slot * slotMs, latent.changedAtMs(symbol));
    const wander = latent.isSet(symbol) ? 0 : basis(publishedAtMs / 1_000) + noise * gaussian(feedSeed, slot);
    const price = Math.exp(latent.log(symbol, publishedAtMs) + wander) * (1 + skewBps / 10_000);
    // Eight decimals as Pyth gives most feeds, more only where a price would have too few digits left.
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

/** An oracle's price in the form of every other provider's, the interval as its book. */
export function oracleTicker({ ticks, decimals, confidenceTicks, atMs }: OraclePrice): Ticker {
  return {
    price: ticksText(ticks, decimals),
    bid: ticksText(Math.max(1, ticks - confidenceTicks), decimals),
    ask: ticksText(ticks + confidenceTicks, decimals),
    atMs,
  };
}
