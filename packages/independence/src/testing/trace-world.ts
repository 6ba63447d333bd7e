import { randomFrom, type SeededRandom } from './random.ts';

/** Seconds between two steps of the simulated market. */
export const worldStepSeconds = 0.1;

/**
 * The values of a provider over time. It shows `values[k]` from `times[k]` (seconds) on, with the time stamp
 * `stamps[k]`.
 */
export type ShownSeries = { readonly times: number[]; readonly values: number[]; readonly stamps: number[] };

/**
 * How a provider stamps its answers: its own time in milliseconds, no time, the time of receipt, or its own time in
 * whole seconds.
 */
export type Stamping = 'own' | 'none' | 'receipt' | 'seconds';

/** A time span in seconds in which a provider does not answer. */
export type OutageSpan = readonly [from: number, until: number];

/** One simulated provider. */
export type SimulatedProvider = {
  readonly name: string;
  readonly series: ShownSeries;
  readonly decimals: number;
  readonly stamping: Stamping;
  readonly outages: readonly OutageSpan[];
  readonly failureRate: number;
  readonly latencyMs: number;
  readonly latencySpread: number;
};

/**
 * The pace of the simulated market. A mixed market is fast for five minutes in every fifteen. Only a calm market has no
 * jumps.
 */
export type MarketRegime = 'calm' | 'fast' | 'mixed';

/** The parts of one simulated market and its providers. */
export type SimulatedWorld = {
  readonly random: SeededRandom;
  readonly seconds: number;
  readonly price: number;
  readonly key: string;
  readonly pollSeconds: number;
  readonly market: Float64Array;
  readonly factors: Map<string, Float64Array>;
  readonly providers: Map<string, SimulatedProvider>;
};

/** Returns the index of the last entry of ascending `times` that is not after `time`, but at least 0. */
export function indexAt(times: readonly number[], time: number): number {
  let low = 0;
  let high = times.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((times[middle] ?? Infinity) <= time) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
}

/** Returns the value that a series shows at a time in seconds. */
export function valueAt(series: ShownSeries, time: number): number {
  return series.values[indexAt(series.times, time)] ?? Number.NaN;
}

/**
 * Returns a mean-reverting path with one value for each step of the world.
 *
 * @param deviation relative standard deviation
 * @param seconds time constant of the reversion
 */
export function wander(random: SeededRandom, length: number, deviation: number, seconds: number): Float64Array {
  const keep = Math.exp(-worldStepSeconds / seconds);
  const kick = deviation * Math.sqrt(1 - keep * keep);
  const path = new Float64Array(length);
  let level = random.normal() * deviation;
  for (let index = 0; index < length; index++) {
    path[index] = level;
    level = keep * level + kick * random.normal();
  }
  return path;
}

/**
 * Returns a world without providers. Its market path is the logarithm of a price.
 *
 * @param volatility basis points per square root of a second in calm times; in fast times it is always 3
 */
export function makeWorld(options: {
  readonly seed: number;
  readonly seconds: number;
  readonly regime: MarketRegime;
  readonly price: number;
  readonly key: string;
  readonly pollSeconds: number;
  readonly volatility?: number;
}): SimulatedWorld {
  const random = randomFrom(options.seed);
  const length = Math.ceil(options.seconds / worldStepSeconds) + 2;
  const market = new Float64Array(length);
  let level = Math.log(options.price);
  let jumpAt = random.waiting(150);
  for (let index = 0; index < length; index++) {
    const time = index * worldStepSeconds;
    const fast = options.regime === 'fast' || (options.regime === 'mixed' && Math.floor(time / 300) % 3 === 1);
    level += random.normal() * (fast ? 3 : (options.volatility ?? 0.35)) * 1e-4 * Math.sqrt(worldStepSeconds);
    if (options.regime !== 'calm' && time >= jumpAt) {
      level += random.normal() * 12e-4;
      jumpAt = time + random.waiting(150);
    }
    market[index] = level;
  }
  const { seconds, price, key, pollSeconds } = options;
  return { random, seconds, price, key, pollSeconds, market, factors: new Map(), providers: new Map() };
}

/** Returns random outages of a provider: one every `everySeconds` on average, each 4 to `max` seconds long. */
export function ownOutages(world: SimulatedWorld, everySeconds = 900, max = 30): OutageSpan[] {
  const outages: OutageSpan[] = [];
  for (
    let time = world.random.waiting(everySeconds);
    time < world.seconds;
    time += world.random.waiting(everySeconds)
  ) {
    const until = time + world.random.between(4, max);
    outages.push([time, until]);
    time = until;
  }
  return outages;
}

/** Adds a provider to the world, with random values for absent options, and returns its name. */
export function addProvider(
  world: SimulatedWorld,
  name: string,
  series: ShownSeries,
  decimals: number,
  extra: { readonly stamping?: Stamping; readonly outages?: readonly OutageSpan[] } = {},
): string {
  world.providers.set(name, {
    name,
    series,
    decimals,
    stamping: extra.stamping ?? world.random.pick(['own', 'none', 'receipt', 'seconds'] as const),
    outages: extra.outages ?? ownOutages(world),
    failureRate: world.random.between(0.002, 0.01),
    latencyMs: world.random.between(40, 180),
    latencySpread: world.random.between(0.2, 0.5),
  });
  return name;
}

/** Returns the provider with a name. Throws when there is none. */
export function providerOf(world: SimulatedWorld, name: string): SimulatedProvider {
  const provider = world.providers.get(name);
  if (provider === undefined) {
    throw new Error(`no simulated provider is called ${name}`);
  }
  return provider;
}
