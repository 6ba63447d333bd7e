/** How far assets plausibly moved, from the updates of their price accounts. */
export type PriceMovement = {
  /** Records a confirmed update. Times are those of publication, in milliseconds since the Unix epoch. */
  readonly record: (symbol: string, price: number, publishedAtMs: number) => void;
  /**
   * Returns how far the asset plausibly moved in this time, in whole basis points. Zero until enough was measured, and
   * never above the cap.
   */
  readonly plausibleBps: (symbol: string, elapsedMs: number) => number;
};

/** Larger movements do not widen the comparison, so a wrong price never passes far beyond the tolerance. */
export const maxMovementBps = 50;
/** Three standard deviations. */
const deviations = 3;
const halfLifeSeconds = 120;
/** After a longer gap the two prices say little about the present volatility. */
const maxGapSeconds = 300;
const minReturns = 8;
const maxSymbols = 500;

type Volatility = {
  price: number;
  publishedAtMs: number;
  /** Sums of squared returns in squared basis points and of their durations in seconds, which fade with time. */
  squares: number;
  seconds: number;
  returns: number;
};

/** Creates an empty measurement. The variance of an asset is the mean of its squared returns per second. */
export function createPriceMovement(): PriceMovement {
  const known = new Map<string, Volatility>();
  return {
    record: (symbol, price, publishedAtMs) => {
      const state = known.get(symbol);
      if (state !== undefined && publishedAtMs <= state.publishedAtMs) {
        return;
      }
      const gapSeconds = state === undefined ? Number.POSITIVE_INFINITY : (publishedAtMs - state.publishedAtMs) / 1_000;
      const fresh: Volatility = { price, publishedAtMs, squares: 0, seconds: 0, returns: 0 };
      if (state !== undefined && gapSeconds <= maxGapSeconds) {
        const fading = 0.5 ** (gapSeconds / halfLifeSeconds);
        const moved = (price / state.price - 1) * 10_000;
        fresh.squares = state.squares * fading + moved * moved;
        fresh.seconds = state.seconds * fading + gapSeconds;
        fresh.returns = state.returns + 1;
      }
      const [oldest] = known.keys();
      if (state === undefined && known.size >= maxSymbols && oldest !== undefined) {
        known.delete(oldest);
      }
      known.set(symbol, fresh);
    },
    plausibleBps: (symbol, elapsedMs) => {
      const state = known.get(symbol);
      if (state === undefined || state.returns < minReturns || state.seconds <= 0 || elapsedMs <= 0) {
        return 0;
      }
      const variance = (state.squares / state.seconds) * (elapsedMs / 1_000);
      return Math.min(maxMovementBps, Math.round(deviations * Math.sqrt(variance)));
    },
  };
}
