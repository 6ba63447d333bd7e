/** The price of each provider in one sampling round. */
export type RoundPrices = ReadonlyMap<string, number>;

/** Measures how far the price of an asset plausibly moves in a given time, from what all sampled providers showed. */
export type PriceMovement = {
  /** Takes the prices of one key in one round. */
  readonly addRound: (key: string, prices: RoundPrices, atMs: number) => void;
  /**
   * Returns how far a price plausibly moves in the elapsed time, in whole basis points. It is 0 for an unknown
   * volatility and at most `maxMovementBps`.
   */
  readonly plausibleBps: (key: string, elapsedMs: number, nowMs: number) => number;
  /** Forgets the keys that are no longer sampled. */
  readonly keepOnly: (isSampled: (key: string) => boolean) => void;
  /** Returns the measured volatilities, so that other replicas can load them. */
  readonly toJson: () => readonly VolatilityJson[];
  /** Replaces all volatilities by the ones that another replica measured. */
  readonly fromJson: (json: readonly VolatilityJson[]) => void;
};

/** The measured volatility of one key. */
export type VolatilityJson = Pick<Volatility, 'squares' | 'seconds' | 'returns' | 'measuredAtMs'> & {
  readonly key: string;
};

/**
 * Maximum movement, in basis points, by which the comparison of prices is widened. This limit prevents a wrong price
 * from passing far beyond the tolerance.
 */
export const maxMovementBps = 50;
/** Number of standard deviations that count as plausible. */
const deviations = 3;
const halfLifeSeconds = 120;
/** Minimum duration of a return, in seconds. A shorter return is mostly the bounce between bid and ask. */
const minReturnSeconds = 10;
/**
 * Maximum duration of a return, in seconds. Prices from before a longer gap say little about the present volatility.
 */
const maxGapSeconds = 300;
const minReturns = 8;
/** Minimum number of providers that must show a movement. One provider alone proves none. */
const minProviders = 2;

type Volatility = {
  /** The prices of the round from which the next return is measured. */
  prices: RoundPrices;
  pricesAtMs: number;
  /**
   * Sum of the squared returns, in squared basis points. `seconds` is the sum of their durations. Both fade with time.
   */
  squares: number;
  seconds: number;
  returns: number;
  measuredAtMs: number;
};

/**
 * Creates an empty measurement. The variance of an asset is the mean of its squared returns per second. A return is the
 * median over the providers, so one wrong provider cannot widen the comparison with its own price.
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

/** Adds the return since the last used round. It skips a round that follows too soon, so that a later one is used. */
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

/**
 * Returns the median return of the providers, in basis points. Of two middle returns it takes the smaller movement, so
 * that neither of two providers can widen the comparison alone.
 */
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
