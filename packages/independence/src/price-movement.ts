/** The prices of one sampling round, by provider. */
export type RoundPrices = ReadonlyMap<string, number>;

/** How far assets plausibly moved, measured on what all sampled providers showed. */
export type PriceMovement = {
  /** Takes the prices of one round about one key. */
  readonly addRound: (key: string, prices: RoundPrices, atMs: number) => void;
  /**
   * Returns how far an asset plausibly moves in this time, in whole basis points. Zero for an asset whose volatility is
   * unknown, and never above the cap.
   */
  readonly plausibleBps: (key: string, elapsedMs: number, nowMs: number) => number;
  /** Forgets the keys that are not sampled any more. */
  readonly keepOnly: (isSampled: (key: string) => boolean) => void;
  /** Returns the measured volatilities for other replicas. */
  readonly toJson: () => readonly VolatilityJson[];
  /** Replaces the volatilities by those of another replica. */
  readonly fromJson: (json: readonly VolatilityJson[]) => void;
};

/** The measured volatility of one key. */
export type VolatilityJson = Pick<Volatility, 'squares' | 'seconds' | 'returns' | 'measuredAtMs'> & {
  readonly key: string;
};

/** Larger movements do not widen the comparison, so a wrong price never passes far beyond the tolerance. */
export const maxMovementBps = 50;
/** Three standard deviations. */
const deviations = 3;
const halfLifeSeconds = 120;
/** A shorter return is mostly the bounce between bid and ask. */
const minReturnSeconds = 10;
/** After a longer gap the prices say little about the present volatility. */
const maxGapSeconds = 300;
const minReturns = 8;
/** A provider that alone shows a movement proves none. */
const minProviders = 2;

type Volatility = {
  /** The round from which the next return is measured. */
  prices: RoundPrices;
  pricesAtMs: number;
  /** Sums of squared returns in squared basis points and of their durations in seconds, which fade with time. */
  squares: number;
  seconds: number;
  returns: number;
  measuredAtMs: number;
};

/**
 * Creates an empty measurement. The variance of an asset is the mean of its squared returns per second, and a return is the
 * median of what the providers show. One wrong provider can therefore not widen the comparison with its own price.
 */
export function createPriceMovement(): PriceMovement {
  const known = new Map<string, Volatility>();
  return {
    addRound: (key, prices, atMs) => {
      const state = known.get(key);
      if (state === undefined || atMs - Math.max(state.pricesAtMs, state.measuredAtMs) > maxGapSeconds * 1_000) {
        known.set(key, { prices, pricesAtMs: atMs, squares: 0, seconds: 0, returns: 0, measuredAtMs: 0 });
      } else {
        addReturn(state, prices, atMs);
      }
    },
    plausibleBps: (key, elapsedMs, nowMs) => {
      const state = known.get(key);
      const isKnown = state !== undefined && state.returns >= minReturns && state.seconds > 0;
      if (!isKnown || nowMs - state.measuredAtMs > maxGapSeconds * 1_000 || elapsedMs <= 0) {
        return 0;
      }
      const variance = (state.squares / state.seconds) * (elapsedMs / 1_000);
      return Math.min(maxMovementBps, Math.round(deviations * Math.sqrt(variance)));
    },
    keepOnly: (isSampled) => {
      [...known.keys()].filter((key) => !isSampled(key)).forEach((key) => known.delete(key));
    },
    toJson: () =>
      [...known]
        .filter(([, { returns }]) => returns > 0)
        .map(([key, { squares, seconds, returns, measuredAtMs }]) => ({
          key,
          squares,
          seconds,
          returns,
          measuredAtMs,
        })),
    fromJson: (json) => {
      known.clear();
      json.forEach(({ key, ...sums }) => known.set(key, { prices: new Map(), pricesAtMs: 0, ...sums }));
    },
  };
}

/** Adds the return since the last used round. A round that follows it too soon waits for a later one. */
function addReturn(state: Volatility, prices: RoundPrices, atMs: number): void {
  const elapsedSeconds = (atMs - state.pricesAtMs) / 1_000;
  if (elapsedSeconds < minReturnSeconds) {
    return;
  }
  const moved = medianReturnBps(state.prices, prices);
  if (moved !== undefined) {
    const fading = 0.5 ** (elapsedSeconds / halfLifeSeconds);
    state.squares = state.squares * fading + moved * moved;
    state.seconds = state.seconds * fading + elapsedSeconds;
    state.returns += 1;
    state.measuredAtMs = atMs;
  }
  state.prices = prices;
  state.pricesAtMs = atMs;
}

/** Of two middle returns the smaller movement counts, so that of two providers neither can widen the comparison alone. */
function medianReturnBps(before: RoundPrices, after: RoundPrices): number | undefined {
  const returns = [...after]
    .flatMap(([provider, price]) => {
      const earlier = before.get(provider);
      return earlier === undefined ? [] : [(price / earlier - 1) * 10_000];
    })
    .toSorted((a, b) => a - b);
  if (returns.length < minProviders) {
    return undefined;
  }
  const [low = 0, high = 0] = [returns[(returns.length - 1) >> 1], returns[returns.length >> 1]];
  return Math.abs(low) < Math.abs(high) ? low : high;
}
