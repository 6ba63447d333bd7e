import { decimalsFor, ticksText } from './decimals.ts';
import type { LatentPrices } from './latent-prices.ts';
import { createDrift, type RandomProcess } from './processes.ts';
import type { Ticker } from './ticker.ts';
import { gaussian, streamSeed, uniform } from './random.ts';
import { createTradeSizes, type TradeSizes } from './sizes.ts';
import { thinAssets, type VenueTraits } from './venues.ts';

/** Returns the ticker of a pair at a time, or undefined for a pair that the venue does not list. */
export type Venue = (base: string, quote: string, atMs: number, skewBps: number) => Ticker | undefined;

const skippedSlotShare = 0.2;
const roundNumberShare = 0.12;

type ExchangeBook = { readonly seed: number; readonly basis: RandomProcess; readonly sizes: TradeSizes };

/** Creates an exchange. Each of its trades follows from the seed and the time. */
export function createVenue(traits: VenueTraits, seed: string, latent: LatentPrices): Venue {
  const books = new Map<string, ExchangeBook>();
  const book = (base: string, quote: string): ExchangeBook => {
    const name = `${traits.id}/${base}-${quote}`;
    const known = books.get(name);
    if (known !== undefined) {
      return known;
    }
    const basisSeed = streamSeed(seed, `basis/${name}`);
    const newBook = {
      seed: streamSeed(seed, `trades/${name}`),
      basis: createDrift(basisSeed, traits.basisSpread, traits.basisReturnSeconds),
      sizes: createTradeSizes(seed, name, base),
    };
    books.set(name, newBook);
    return newBook;
  };
  return (base, quote, atMs, skewBps) => {
    if (base === quote || !traits.quotes.includes(quote)) {
      return undefined;
    }
    const { seed: bookSeed, basis, sizes } = book(base, quote);
    const changedAtMs = Math.max(latent.changedAtMs(base), latent.changedAtMs(quote));
    const trade = lastTrade(bookSeed, traits.tradeSlotMs * (thinAssets[base] ?? 1), atMs);
    // When a price is set, a trade at this price happens immediately, so that tests need not wait for the next trade.
    const tradedAtMs = Math.max(trade.atMs, changedAtMs);
    const seenAtMs = Math.max(tradedAtMs - traits.reactionMs, changedAtMs);
    const fair = latent.log(base, seenAtMs) - latent.log(quote, seenAtMs) + basis(tradedAtMs / 1_000);
    const middle = Math.exp(fair) * (1 + skewBps / 10_000);
    const side = uniform(bookSeed, trade.slot, 3) < 0.5 ? -1 : 1;
    const noise = traits.tradeNoise * gaussian(bookSeed, trade.slot, 4);
    const isRound = uniform(bookSeed, trade.slot, 5) < roundNumberShare;
    return onTicks({
      middle,
      traded: middle * Math.exp(side * traits.halfSpread + noise),
      halfSpread: traits.halfSpread,
      decimals: decimalsFor(latent.reference(base) / latent.reference(quote), traits.digitsAfterFirst),
      isRound,
      // A price that was set causes a single trade, at the time of the change.
      sizes: tradedAtMs === trade.atMs ? sizes(trade.slot) : sizes(trade.slot).slice(-1),
      atMs: tradedAtMs,
    });
  };
}

function lastTrade(seed: number, slotMs: number, atMs: number): { slot: number; atMs: number } {
  let slot = Math.floor(atMs / slotMs);
  for (;;) {
    const tradedAtMs = Math.floor((slot + uniform(seed, slot, 1)) * slotMs);
    if (tradedAtMs <= atMs && uniform(seed, slot, 2) >= skippedSlotShare) {
      return { slot, atMs: tradedAtMs };
    }
    slot -= 1;
  }
}

function onTicks(trade: {
  readonly middle: number;
  readonly traded: number;
  readonly halfSpread: number;
  readonly decimals: number;
  readonly isRound: boolean;
  readonly sizes: readonly string[];
  readonly atMs: number;
}): Ticker {
  const { middle, traded, halfSpread, decimals, isRound, sizes, atMs } = trade;
  const perUnit = 10 ** decimals;
  const ticks = Math.max(1, isRound ? Math.round((traded * perUnit) / 10) * 10 : Math.round(traded * perUnit));
  const bid = Math.max(1, Math.floor(middle * (1 - halfSpread) * perUnit));
  const ask = Math.max(bid + 1, Math.ceil(middle * (1 + halfSpread) * perUnit));
  return {
    price: ticksText(ticks, decimals),
    bid: ticksText(bid, decimals),
    ask: ticksText(ask, decimals),
    size: sizes.at(-1) ?? '',
    ...(sizes.length > 1 ? { earlierSizes: sizes.slice(0, -1) } : {}),
    atMs,
  };
}
