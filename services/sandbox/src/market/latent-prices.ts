import { assets, type MarketAsset } from './assets.ts';
import { createDrift, createWalk, type RandomProcess } from './processes.ts';
import { streamSeed } from './random.ts';

/**
 * The true prices of all assets, which no venue shows exactly. A price walks at random until it is set. A price that
 * was set does not change until it is released.
 */
export type LatentPrices = {
  /**
   * Returns the natural logarithm of an asset's price in US dollars at a time. The logarithm is zero for USD. Throws
   * for an unknown symbol.
   */
  readonly log: (symbol: string, atMs: number) => number;
  /** Returns the approximate price, without the random walk. The size of the price's ticks follows from it. */
  readonly reference: (symbol: string) => number;
  /**
   * Returns when the price was last set or released, or 0 when it never was. The price at a time before that is no
   * longer known, so it must not be read.
   */
  readonly changedAtMs: (symbol: string) => number;
  readonly isSet: (symbol: string) => boolean;
  /** Sets a price in US dollars. Throws for an unknown symbol or a price that is not positive. */
  readonly set: (symbol: string, usd: number, atMs: number) => void;
  /** Releases a price that was set. The price returns to its random walk, as if it had never been set. */
  readonly release: (symbol: string, atMs: number) => void;
};

/**
 * Standard deviation, in one second, of the step of a coin's log price. The steps are small, so that they do not hide
 * each venue's own deviations, by which independent venues differ from copies.
 */
const coinStepSd = 0.8e-4;
const currencyStepSd = 0.05e-4;

/**
 * Standard deviation of each stablecoin's log price around one dollar. Every book that is quoted in a stablecoin moves
 * with the stablecoin's price.
 */
const stableSpread: Readonly<Record<string, number>> = { USDT: 3e-4, USDC: 0.8e-4 };
const stableReturnSeconds = 900;

function createMovement({ symbol, kind }: MarketAsset, seed: string): RandomProcess {
  const own = streamSeed(seed, `latent/${symbol}`);
  if (kind === 'stable') {
    return createDrift(own, stableSpread[symbol] ?? 1e-4, stableReturnSeconds);
  }
  return createWalk(own, kind === 'coin' ? coinStepSd : currencyStepSd);
}

/** Creates the true prices of all assets. At the same times, the same seed gives the same prices. */
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
      throw new Error(`unknown asset ${symbol}`);
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
