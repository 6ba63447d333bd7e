import { assets } from './assets.ts';
import { trimmed } from './decimals.ts';
import { gaussian, streamSeed, uniform } from './random.ts';

/** Returns the sizes of the trades of a slot, in units of the base asset, as plain decimals. The last trade comes last. */
export type TradeSizes = (slot: number) => readonly [...earlier: string[], last: string];

/** Assets in which several orders often trade at the same time, each with the maximum number of trades at one time. */
const busyAssets: Readonly<Record<string, number>> = { BTC: 3, ETH: 3, SOL: 3 };
/** Number of random draws for one trade. Trades at the same time use consecutive groups of this many draws. */
const drawsPerTrade = 10;

/** Share of trades with a round size, which many traders choose. */
const roundShare = 0.15;
const roundDigits = [1, 2, 5, 10, 25, 50];
/**
 * For sizes that are not round: numbers of significant digits, and for each the share of sizes with at most that many
 * digits.
 */
const digitShares = [
  { digits: 4, share: 0.1 },
  { digits: 5, share: 0.3 },
  { digits: 6, share: 0.5 },
  { digits: 7, share: 0.75 },
  { digits: 8, share: 1 },
];
/** Median value of a trade in US dollars, and the standard deviation of the value's natural logarithm. */
const typicalUsd = 900;
const spread = 1.4;
/** Maximum number of decimals with which venues state sizes. */
const maxDecimals = 8;

/**
 * Creates the sizes of a venue's book. Each size follows from the seed, the book and the slot, so no two books have the
 * same sizes.
 * @param book a name of the venue and the pair.
 */
export function createTradeSizes(seed: string, book: string, base: string): TradeSizes {
  const own = streamSeed(seed, `sizes/${book}`);
  const usd = assets.find(({ symbol }) => symbol === base)?.usd ?? 1;
  const sizeOf = (slot: number, index: number): string => {
    const from = index * drawsPerTrade;
    const amount = (typicalUsd * Math.exp(spread * gaussian(own, slot, from + 1))) / usd;
    if (uniform(own, slot, from + 5) < roundShare) {
      const digits = roundDigits[Math.floor(uniform(own, slot, from + 6) * roundDigits.length)] ?? 1;
      return plain(digits * 10 ** Math.floor(Math.log10(amount / digits)), maxDecimals);
    }
    const share = uniform(own, slot, from + 7);
    const { digits = 8 } = digitShares.find((each) => share < each.share) ?? {};
    return plain(Number(amount.toPrecision(digits)), maxDecimals);
  };
  const maxAtOnce = busyAssets[base] ?? 1;
  return (slot) => {
    const earlier = Math.floor(uniform(own, slot, 8) * maxAtOnce);
    return [...Array.from({ length: earlier }, (_, index) => sizeOf(slot, index + 1)), sizeOf(slot, 0)];
  };
}

/** Returns a size as text, with at most `decimals` decimals. The result is never zero. */
function plain(amount: number, decimals: number): string {
  return trimmed(Math.max(amount, 10 ** -decimals).toFixed(decimals));
}

/** The smallest and the largest share by which a relay lowers the sizes that it alters. */
const alteredShares = { min: 0.002, max: 0.02 };

/**
 * Returns the size that a relay shows instead of the upstream's size. It is 0.2 to 2 % lower and has the maximum number
 * of decimals.
 * @param atMs the time of the trade. The same trade always gets the same size.
 */
export function alteredSize(size: string, relay: string, atMs: number): string {
  const share =
    alteredShares.min + (alteredShares.max - alteredShares.min) * uniform(streamSeed(relay, 'altered'), atMs);
  return plain(Number(size) * (1 - share), maxDecimals);
}
