import { poll, traceStartMs, type SimulatedTrace, type TraceTruth } from './trace-generator.ts';
import {
  addAggregator,
  addChainNode,
  addCounter,
  addCounterCopy,
  addReseller,
  addVenue,
  chainBackend,
  counterPath,
} from './trace-providers.ts';
import { makeWorld, type OutageSpan, type MarketRegime, type SimulatedWorld } from './trace-world.ts';

type Pair = readonly [string, string];
type Extra = Partial<TraceTruth> & { readonly ourOutages?: readonly OutageSpan[] };

/** Returns the trace of a world. Its truth follows from the links between the providers. */
export function finish(name: string, world: SimulatedWorld, links: readonly Pair[], extra: Extra = {}): SimulatedTrace {
  const names = [...world.providers.keys()].toSorted();
  const group = new Map(names.map((provider) => [provider, provider]));
  const root = (provider: string): string => {
    const parent = group.get(provider) ?? provider;
    return parent === provider ? provider : root(parent);
  };
  for (const [left, right] of links) {
    group.set(root(left), root(right));
  }
  const clusters = names
    .filter((provider) => root(provider) === provider)
    .map((top) => names.filter((provider) => root(provider) === top));
  const { ourOutages, ...truth } = extra;
  return {
    name,
    pollMs: world.pollSeconds * 1000,
    observations: poll(world, ourOutages),
    truth: { clusters, overlaps: [], composites: [], undetectable: [], switches: [], ...truth },
  };
}

/** Returns an hour of a simulated bitcoin market, without providers. */
export const marketWorld = (seed: number, regime: MarketRegime, seconds = 3600): SimulatedWorld =>
  makeWorld({ seed, seconds, regime, price: 60_000, key: 'price:BTC-USD', pollSeconds: 3 });

/**
 * Adds venues named v00, v01 and so on. Nearly half of them have a quote currency in common, and so its fluctuation.
 */
export function addVenues(
  world: SimulatedWorld,
  count: number,
  options: Parameters<typeof addVenue>[2] = {},
): string[] {
  return Array.from({ length: count }, (_, index) =>
    addVenue(world, `v${String(index).padStart(2, '0')}`, {
      roundNumbers: world.random.pick([0, 0, 0.1, 0.2]),
      ...(index < count * 0.45 ? { factor: 'usdt' } : {}),
      ...options,
    }),
  );
}

/** Returns seven venues and copies of five of them: verbatim, rounded, late, with 0.2 bp of noise, and marked up. */
export function copiesTrace(seed: number, regime: MarketRegime): SimulatedTrace {
  const world = marketWorld(seed, regime);
  addVenues(world, 7);
  addReseller(world, 'verbatim', 'v00');
  addReseller(world, 'rounded', 'v01', { decimals: world.random.pick([0, 1]) });
  addReseller(world, 'late', 'v02', { delay: world.random.between(5, 45) });
  addReseller(world, 'noisy', 'v04', { noise: 0.2e-4 });
  addReseller(world, 'marked', 'v06', { markup: world.random.between(2, 12) * 1e-4 });
  return finish(`copies-${regime}-${seed}`, world, [
    ['verbatim', 'v00'],
    ['rounded', 'v01'],
    ['late', 'v02'],
    ['noisy', 'v04'],
    ['marked', 'v06'],
  ]);
}

/**
 * Returns a market in which most providers re-sell the values of three venues. One re-seller also passes on the venue's
 * time stamps.
 */
export function majorityTrace(seed: number, regime: MarketRegime): SimulatedTrace {
  const world = marketWorld(seed, regime);
  addVenues(world, 4);
  addReseller(world, 'a1', 'v00');
  addReseller(world, 'a2', 'v00', { delay: world.random.between(3, 20) });
  addReseller(world, 'a3', 'v00', { noise: 0.2e-4 });
  addReseller(world, 'b1', 'v01', { passesStamp: true });
  addReseller(world, 'b2', 'v01', { decimals: 1 });
  addReseller(world, 'b3', 'v01', { markup: 8e-4 });
  addReseller(world, 'c1', 'v02');
  addReseller(world, 'c2', 'v02', { noise: 0.3e-4 });
  return finish(`majority-${regime}-${seed}`, world, [
    ['a1', 'v00'],
    ['a2', 'v00'],
    ['a3', 'v00'],
    ['b1', 'v01'],
    ['b2', 'v01'],
    ['b3', 'v01'],
    ['c1', 'v02'],
    ['c2', 'v02'],
  ]);
}

/**
 * Returns venues and five providers made of them: a median, its copy, a weighted mean, an aggregate of aggregates, and
 * one that is nine tenths one venue.
 */
export function aggregatorsTrace(seed: number, regime: MarketRegime): SimulatedTrace {
  const world = marketWorld(seed, regime);
  const venues = addVenues(world, 6);
  const [a = '', b = '', c = '', d = '', e = '', f = ''] = venues;
  addAggregator(world, 'median', [a, b, c]);
  addReseller(world, 'median-copy', 'median');
  addAggregator(world, 'weighted', [c, d, e, f], { weights: [0.4, 0.3, 0.2, 0.1] });
  addAggregator(world, 'nested', ['median', d, e]);
  addAggregator(world, 'dominated', [f, a], { weights: [0.9, 0.1] });
  const composites = ['median', 'median-copy', 'weighted', 'nested'];
  const overlaps: Pair[] = [...composites, 'dominated'].flatMap((composite) =>
    [...venues, ...composites, 'dominated'].filter((b) => b !== composite).map((b): Pair => [composite, b]),
  );
  const shared = new Set(['median|median-copy', 'dominated|' + f]);
  const left = overlaps.filter(([a, two]) => !shared.has([a, two].toSorted().join('|')));
  return finish(
    `aggregators-${regime}-${seed}`,
    world,
    [
      ['median', 'median-copy'],
      ['dominated', f],
    ],
    { composites, overlaps: left },
  );
}

/** Returns two re-sellers that change their upstream half-way, and two unrelated venues that fail at the same times. */
export function switchesTrace(seed: number, regime: MarketRegime): SimulatedTrace {
  const world = marketWorld(seed, regime);
  const cloud: OutageSpan[] = [
    [400, 425],
    [1500, 1530],
    [2600, 2640],
  ];
  addVenues(world, 5);
  addVenue(world, 'cloud-a', { outages: cloud });
  addVenue(world, 'cloud-b', { outages: cloud });
  addReseller(world, 'constant', 'v02');
  const first = world.random.between(1500, 1900);
  const second = world.random.between(1500, 1900);
  addReseller(world, 'switcher', 'v00', { switchTo: 'v01', switchAt: first });
  addReseller(world, 'marked-switcher', 'v03', { markup: 6e-4, switchTo: 'v04', switchAt: second });
  const links: Pair[] = [
    ['constant', 'v02'],
    ['switcher', 'v01'],
    ['marked-switcher', 'v04'],
  ];
  return finish(`switches-${regime}-${seed}`, world, links, {
    overlaps: [
      ['switcher', 'v00'],
      ['marked-switcher', 'v03'],
    ],
    switches: [
      { pair: ['switcher', 'v01'], atMs: traceStartMs + first * 1000, left: 'v00' },
      { pair: ['marked-switcher', 'v04'], atMs: traceStartMs + second * 1000, left: 'v03' },
    ],
  });
}

/** Returns venues of a stablecoin near one dollar. It has few different values, so equal values prove little. */
export function stablecoinTrace(seed: number): SimulatedTrace {
  const world = makeWorld({
    seed,
    seconds: 3600,
    regime: 'calm',
    price: 1,
    key: 'price:USDC-USD',
    pollSeconds: 3,
    volatility: 0.05,
  });
  const coarse = ['v00', 'v01', 'v02', 'v03'].map((name) => addVenue(world, name, { tick: 1e-4 }));
  addVenue(world, 'fine-a', { tick: 1e-6 });
  addVenue(world, 'fine-b', { tick: 1e-6 });
  addVenue(world, 'fine-c', { tick: 1e-5 });
  addReseller(world, 'copy', 'fine-a');
  addReseller(world, 'coarse-copy', 'v00');
  const hidden: Pair = ['coarse-copy', coarse[0] ?? 'v00'];
  return finish(`stablecoin-${seed}`, world, [['copy', 'fine-a']], { overlaps: [hidden], undetectable: [hidden] });
}

/** Returns a random mix of all kinds of providers. */
export function mixTrace(seed: number, regime: MarketRegime): SimulatedTrace {
  const world = marketWorld(seed, regime);
  const venues = addVenues(world, 8);
  const links: Pair[] = [];
  const overlaps: Pair[] = [];
  const { random } = world;
  const makers = [
    { kind: 'verbatim', options: () => ({}) },
    { kind: 'late', options: () => ({ delay: random.between(10, 60) }) },
    { kind: 'noisy', options: () => ({ noise: random.between(0.15, 0.3) * 1e-4 }) },
    { kind: 'marked', options: () => ({ markup: random.between(1, 20) * 1e-4 }) },
    { kind: 'rounded', options: () => ({ decimals: random.pick([0, 1]) }) },
    { kind: 'stamped', options: () => ({ passesStamp: true, delay: 2 }) },
  ];
  for (let index = 0; index < 5; index++) {
    const from = random.pick(venues);
    const maker = random.pick(makers);
    links.push([addReseller(world, `${maker.kind}-${index}`, from, maker.options()), from]);
  }
  const inputs = venues.slice(1, 4);
  addAggregator(world, 'median', inputs);
  for (const b of world.providers.keys()) {
    if (b !== 'median') {
      overlaps.push(['median', b]);
    }
  }
  return finish(`mix-${regime}-${seed}`, world, links, { composites: ['median'], overlaps });
}

/**
 * Returns readers of one counter: live readers, scrapers, and copies of scrapers. On a `slow` counter the measurement
 * cannot distinguish the three kinds.
 */
export function countersTrace(seed: number, pace: 'fast' | 'slow' | 'step'): SimulatedTrace {
  const world = makeWorld({ seed, seconds: 3600, regime: 'calm', price: 1, key: 'social:followers', pollSeconds: 5 });
  const path = counterPath(world, pace === 'slow' ? 0.01 : 1.2, pace === 'step' ? 300 : undefined);
  for (const name of ['live-a', 'live-b', 'live-c']) {
    addCounter(world, name, path);
  }
  for (const name of ['scraper-a', 'scraper-b', 'scraper-c', 'scraper-d']) {
    addCounter(world, name, path, { period: world.random.between(30, 90) });
  }
  addCounterCopy(world, 'copy-a', 'scraper-a');
  addCounterCopy(world, 'copy-of-copy', 'copy-a');
  addCounterCopy(world, 'late-b', 'scraper-b', { delay: world.random.between(5, 30) });
  addCounterCopy(world, 'short-c', 'scraper-c', { significantDigits: 3 });
  const links: Pair[] = [
    ['copy-a', 'scraper-a'],
    ['copy-of-copy', 'copy-a'],
    ['late-b', 'scraper-b'],
  ];
  const short: Pair = ['scraper-c', 'short-c'];
  if (pace === 'fast') {
    return finish(`counters-${pace}-${seed}`, world, links, { overlaps: [short], undetectable: [short] });
  }
  const undetectable: Pair[] = [...links, ['copy-of-copy', 'scraper-a'], short];
  return finish(`counters-${pace}-${seed}`, world, [], { overlaps: undetectable, undetectable });
}

/** Returns chain nodes, of which some share a backend. With `balancer`, one node moves between two backends. */
export function chainTrace(seed: number, balancer: boolean): SimulatedTrace {
  const world = makeWorld({
    seed,
    seconds: 1800,
    regime: 'calm',
    price: 1,
    key: 'chain.slot:solana',
    pollSeconds: 1.5,
  });
  const backends = Array.from({ length: 7 }, (_, index) => {
    const backend = chainBackend(world);
    addChainNode(world, `n${index}`, backend);
    return backend;
  });
  const empty = new Float64Array(0);
  addChainNode(world, 'same-0', backends[0] ?? empty);
  addChainNode(world, 'same-0-too', backends[0] ?? empty);
  addChainNode(world, 'same-1', backends[1] ?? empty);
  const links: Pair[] = [
    ['same-0', 'n0'],
    ['same-0-too', 'n0'],
    ['same-1', 'n1'],
  ];
  if (!balancer) {
    return finish(`chain-${seed}`, world, links);
  }
  addChainNode(world, 'balanced', backends[2] ?? empty, backends[3] ?? empty);
  return finish(`chain-balanced-${seed}`, world, links, {
    composites: ['balanced'],
    overlaps: [
      ['balanced', 'n2'],
      ['balanced', 'n3'],
    ],
  });
}

/**
 * Returns two re-sellers that add the same mark-up to different venues with coarse ticks. So their prices are multiples
 * of the same step, although they have different upstreams.
 */
export function sameMarkupTrace(seed: number, regime: MarketRegime): SimulatedTrace {
  const world = marketWorld(seed, regime);
  const venues = addVenues(world, 6, { tick: 0.1 });
  addReseller(world, 'm0', venues[0] ?? '', { markup: 8e-4, decimals: 2 });
  addReseller(world, 'm1', venues[1] ?? '', { markup: 8e-4, decimals: 2 });
  return finish(`same-markup-${regime}-${seed}`, world, [
    ['m0', 'v00'],
    ['m1', 'v01'],
  ]);
}
