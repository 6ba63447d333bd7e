import { assets, type MarketAsset } from './assets.ts';
import { createDrift, createWalk, type RandomProcess } from './processes.ts';
import { streamSeed } from './random.ts';

/**
 * What everything is really worth, which no venue shows exactly. It moves by itself until somebody sets a price; a set
 * price stays as it was set until it is given back.
 */
export type LatentPrices = {
  /** Natural logarithm of an asset's value in US dollars at a moment; zero for the dollar. Throws for no asset. */
  readonly log: (symbol: string, atMs: number) => number;
  /** About what it is worth, without its movement: what ticks are sized by. */
  readonly reference: (symbol: string) => number;
  /** When its price was last set or given back; zero when never. No reader may look at it as it was before. */
  readonly changedAtMs: (symbol: string) => number;
  readonly isSet: (symbol: string) => boolean;
  /** Sets a price in US dollars. Throws for an unknown symbol or a price that is not above zero. */
  readonly set: (symbol: string, usd: number, atMs: number) => void;
  /** Gives a set price back to its walk, which went on in the meantime; nothing happens to one that is not set. */
  readonly release: (symbol: string, atMs: number) => void;
};

/** Basis points per root of a second. A calm market for majors, so that independent venues can be told from copies. */
const coinStepSd = 0.8e-4;
const currencyStepSd = 0.05e-4;

/** The dollar coins' distance from the dollar: every book in USDT moves with it. */
const stableSpread: Readonly<Record<string, number>> = { USDT: 3e-4, USDC: 0.8e-4 };
const stableReturnSeconds = 900;

function createMovement({ symbol, kind }: MarketAsset, seed: string): RandomProcess {
  const own = streamSeed(seed, `latent/${symbol}`);
  if (kind === 'stable') {
    return createDrift(own, stableSpread[symbol] ?? 1e-4, stableReturnSeconds);
  }
  return createWalk(own, kind === 'coin' ? coinStepSd : currencyStepSd);
}

/** Creates the latent prices of all assets. The same seed gives the same prices at the same moments. */
export function createLatentPrices(seed: string): LatentPrices {
  const states = new Map(
    assets.map((asset) => [
      asset.symbol,
      {
        start: Math.log(asset.usd),
        usd: asset.usd,
        move: createMovement(asset, seed),
        set: undefined as number | undefined,
        changedAtMs: 0,
      },
    ]),
  );
  const find = (symbol: string) => {
    const state = states.get(symbol);
    if (state === undefined) {
      throw new Error(`there is no asset ${symbol}`);
    }
    return state;
  };
  return {
    log: (symbol, atMs) => {
      if (symbol === 'USD') {
        return 0;
      }
      const state = find(symbol);
      return state.set === undefined ? state.start + state.move(atMs / 1_000) : Math.log(state.set);
    },
    reference: (symbol) => {
      if (symbol === 'USD') {
        return 1;
      }
      const state = find(symbol);
      return state.set ?? state.usd;
    },
    changedAtMs: (symbol) => (symbol === 'USD' ? 0 : find(symbol).changedAtMs),
    isSet: (symbol) => symbol !== 'USD' && find(symbol).set !== undefined,
    set: (symbol, usd, atMs) => {
      if (!(usd > 0) || !Number.isFinite(usd)) {
        throw new Error(`the price of ${symbol} must be above zero`);
      }
      Object.assign(find(symbol), { set: usd, changedAtMs: atMs });
    },
    release: (symbol, atMs) => {
      const state = find(symbol);
      if (state.set !== undefined) {
        Object.assign(state, { set: undefined, changedAtMs: atMs });
      }
    },
  };
}
