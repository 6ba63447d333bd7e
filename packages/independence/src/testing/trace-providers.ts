import {
  addProvider,
  indexAt,
  ownOutages,
  providerOf,
  worldStepSeconds,
  valueAt,
  wander,
  type OutageSpan,
  type Stamping,
  type SimulatedWorld,
} from './trace-world.ts';

const roundTo = (value: number, step: number): number => Math.round(value / step) * step;

/** Options of a venue. Random values replace absent ones. Deviations are relative: 1e-4 is a basis point. */
export type VenueOptions = {
  readonly tick?: number;
  readonly tradesPerSecond?: number;
  readonly basis?: number;
  readonly noise?: number;
  /** Half the distance between bid and offer. Trade prices bounce between the two. */
  readonly spread?: number;
  /** A constant relative distance from the market. */
  readonly offset?: number;
  readonly roundNumbers?: number;
  readonly factor?: string;
  readonly outages?: readonly OutageSpan[];
};

/**
 * Adds a venue with its own trades, tick, spread, noise and a wandering distance from the market. Its prices may also
 * contain the fluctuation of a quote currency, which it has in common with other venues.
 */
export function addVenue(world: SimulatedWorld, name: string, options: VenueOptions = {}): string {
  const { random } = world;
  const tick = options.tick ?? 10 ** Math.round(Math.log10(world.price * 10 ** random.pick([-6.8, -6.8, -5.8])));
  const rate = options.tradesPerSecond ?? random.between(0.4, 4);
  const drawn = random.between(0.1, 0.8) * 1e-4 * (options.noise === undefined ? 1 : options.noise / 0.8e-4);
  const spread = options.spread ?? drawn;
  const noise = options.noise ?? random.between(0.4, 1.2) * 1e-4;
  const basis = wander(
    random,
    world.market.length,
    options.basis ?? random.between(0.8, 2.5) * 1e-4,
    random.between(20, 120),
  );
  const shared = options.factor === undefined ? undefined : sharedFactor(world, options.factor);
  const reaction = random.between(0, 0.4);
  const series = { times: [] as number[], values: [] as number[], stamps: [] as number[] };
  for (let time = 0; time < world.seconds; time += random.waiting(1 / rate)) {
    const index = Math.max(0, Math.floor((time - reaction) / worldStepSeconds));
    const log = (world.market[index] ?? 0) + (basis[index] ?? 0) + (shared?.[index] ?? 0) + (options.offset ?? 0);
    const price = Math.exp(log + spread * (random.next() < 0.5 ? -1 : 1) + noise * random.normal());
    const coarse = random.next() < (options.roundNumbers ?? 0);
    series.times.push(time);
    series.values.push(roundTo(price, coarse ? tick * 10 : tick));
    series.stamps.push(time);
  }
  const decimals = Math.max(0, Math.ceil(-Math.log10(tick) - 1e-9));
  return addProvider(world, name, series, decimals, options.outages === undefined ? {} : { outages: options.outages });
}

function sharedFactor(world: SimulatedWorld, name: string): Float64Array {
  const known = world.factors.get(name);
  if (known !== undefined) {
    return known;
  }
  const made = wander(world.random, world.market.length, 3e-4, 900);
  world.factors.set(name, made);
  return made;
}

/** Returns the times at which a provider asks its upstream, if its cache lasts about `period` seconds. */
function refreshTimes(world: SimulatedWorld, period: number, jitter: number): number[] {
  const times: number[] = [];
  for (let time = world.random.between(0, period); time < world.seconds;) {
    times.push(time);
    time += period * world.random.between(1 - jitter, 1 + jitter);
  }
  return times;
}

/** How a re-seller changes the values of its upstream. */
export type ResellOptions = {
  readonly period?: number;
  readonly delay?: number;
  readonly decimals?: number;
  readonly noise?: number;
  readonly markup?: number;
  readonly passesStamp?: boolean;
  readonly switchTo?: string;
  readonly switchAt?: number;
};

/**
 * Adds a provider that re-sells the values of another provider through a cache. It may change its upstream during the
 * trace.
 */
export function addReseller(
  world: SimulatedWorld,
  name: string,
  upstream: string,
  options: ResellOptions = {},
): string {
  const source = providerOf(world, upstream);
  const after = options.switchTo === undefined ? source : providerOf(world, options.switchTo);
  const decimals = options.decimals ?? source.decimals;
  const delay = options.delay ?? 0;
  const times = refreshTimes(world, options.period ?? world.random.between(1, 6), 0.15);
  const values: number[] = [];
  const stamps: number[] = [];
  for (const time of times) {
    const { series } = time > (options.switchAt ?? Infinity) ? after : source;
    const index = indexAt(series.times, time - delay);
    const noise = options.noise === undefined ? 1 : Math.exp(options.noise * world.random.normal());
    values.push(roundTo((series.values[index] ?? 0) * noise * (1 + (options.markup ?? 0)), 10 ** -decimals));
    stamps.push(options.passesStamp === true ? (series.stamps[index] ?? time) : time);
  }
  const outages = [
    ...ownOutages(world),
    ...source.outages.map(([from, until]): OutageSpan => [from + delay, until + delay]),
  ];
  const stamping: Stamping =
    options.passesStamp === true ? 'own' : world.random.pick(['own', 'none', 'receipt'] as const);
  return addProvider(world, name, { times, values, stamps }, decimals, { outages, stamping });
}

/** Adds a provider that publishes the median, or a weighted mean, of other providers. */
export function addAggregator(
  world: SimulatedWorld,
  name: string,
  inputs: readonly string[],
  options: { readonly weights?: readonly number[]; readonly decimals?: number; readonly period?: number } = {},
): string {
  const decimals = options.decimals ?? 2;
  const times = refreshTimes(world, options.period ?? world.random.between(2, 8), 0.1);
  const total = options.weights?.reduce((sum, weight) => sum + weight, 0) ?? 1;
  const values = times.map((time) => {
    const upstreamValues = inputs.map((input) => valueAt(providerOf(world, input).series, time));
    const { weights } = options;
    if (weights !== undefined) {
      return roundTo(
        upstreamValues.reduce((sum, value, index) => sum + (value * (weights[index] ?? 0)) / total, 0),
        10 ** -decimals,
      );
    }
    const sorted = upstreamValues.toSorted((left, right) => left - right);
    const middle = sorted.length >> 1;
    const median =
      sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
    return roundTo(median, 10 ** -decimals);
  });
  return addProvider(world, name, { times, values, stamps: times }, decimals, { stamping: 'none' });
}

/**
 * Returns the values of a platform's counter over time. With `publishSeconds` the platform publishes a new value only
 * at that interval.
 */
export function counterPath(world: SimulatedWorld, perSecond: number, publishSeconds?: number): Float64Array {
  const path = new Float64Array(world.market.length);
  let value = 100_000;
  for (let index = 0; index < path.length; index++) {
    const time = index * worldStepSeconds;
    const chance = perSecond * worldStepSeconds * (1 + 0.6 * Math.sin(time / 400));
    for (let rest = chance; rest > 0; rest -= 1) {
      if (world.random.next() < rest) {
        value++;
      }
    }
    path[index] = value;
  }
  if (publishSeconds === undefined) {
    return path;
  }
  return path.map(
    (_, index) =>
      path[Math.floor((Math.floor((index * worldStepSeconds) / publishSeconds) * publishSeconds) / worldStepSeconds)] ??
      value,
  );
}

const floorTo = (value: number, digits: number | undefined): number => {
  if (digits === undefined) {
    return value;
  }
  const unit = 10 ** (Math.floor(Math.log10(Math.max(value, 1))) - digits + 1);
  return Math.floor(value / unit) * unit;
};

/** Adds a reader of a counter: a live reader, or a scraper that reads every `period` seconds. */
export function addCounter(
  world: SimulatedWorld,
  name: string,
  path: Float64Array,
  options: { readonly period?: number } = {},
): string {
  const times =
    options.period === undefined
      ? Array.from({ length: Math.floor(world.seconds) * 2 }, (_, index) => index / 2)
      : [0, ...refreshTimes(world, options.period, 0.05)];
  const values = times.map((time) => path[Math.floor(time / worldStepSeconds)] ?? 0);
  return addProvider(world, name, { times, values, stamps: times }, 0, { stamping: 'none' });
}

/** Adds a provider that repeats another provider's counter. It may be late or have fewer significant digits. */
export function addCounterCopy(
  world: SimulatedWorld,
  name: string,
  upstream: string,
  options: { readonly period?: number; readonly delay?: number; readonly significantDigits?: number } = {},
): string {
  const source = providerOf(world, upstream);
  const times = refreshTimes(world, options.period ?? 5, 0.02);
  const values = times.map((time) =>
    floorTo(valueAt(source.series, time - (options.delay ?? 0)), options.significantDigits),
  );
  return addProvider(world, name, { times, values, stamps: times }, 0, {
    stamping: 'none',
    outages: [...ownOutages(world), ...source.outages],
  });
}

/**
 * Returns how far a chain backend is behind the chain, in seconds, at every step of the world. The backend sometimes
 * stalls.
 */
export function chainBackend(world: SimulatedWorld): Float64Array {
  const { random } = world;
  const base = random.between(0.2, 1.2);
  const lag = wander(random, world.market.length, random.between(0.3, 1.2), random.between(4, 30)).map(
    (value) => base + Math.abs(value),
  );
  for (let time = random.waiting(700); time < world.seconds; time += random.waiting(700)) {
    const from = Math.floor(time / worldStepSeconds);
    const until = Math.min(lag.length, Math.floor((time + random.between(3, 20)) / worldStepSeconds));
    for (let index = from; index < until; index++) {
      lag[index] = (lag[index] ?? 0) + (index - from) * worldStepSeconds;
    }
  }
  return lag;
}

/**
 * Adds a chain node on one backend. With a second backend `b`, a load balancer moves the node between both every 30 to
 * 120 seconds.
 */
export function addChainNode(world: SimulatedWorld, name: string, backend: Float64Array, b?: Float64Array): string {
  const own = world.random.between(0, 0.15);
  const series = { times: [] as number[], values: [] as number[], stamps: [] as number[] };
  let second = false;
  let moveAt = world.random.between(30, 120);
  for (let index = 0; index < world.market.length; index++) {
    const time = index * worldStepSeconds;
    if (time >= moveAt) {
      second = !second;
      moveAt = time + world.random.between(30, 120);
    }
    const lag = ((second && b !== undefined ? b : backend)[index] ?? 0) + own;
    series.times.push(time);
    series.values.push(300_000_000 + Math.floor(Math.max(0, time - lag) * 2.5));
    series.stamps.push(time);
  }
  return addProvider(world, name, series, 0, { stamping: 'none', outages: ownOutages(world, 1500, 15) });
}
