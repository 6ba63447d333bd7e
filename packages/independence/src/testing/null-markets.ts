import { addReseller, addVenue, type VenueOptions } from './trace-providers.ts';
import { addVenues, finish, marketWorld } from './trace-scenarios.ts';
import type { SimulatedTrace } from './trace-generator.ts';
import { worldStepSeconds, type OutageSpan, type SimulatedWorld } from './trace-world.ts';

/** Kinds of markets in which an earlier version of the detector wrongly linked independent venues. */
export type NullMarket =
  | 'calm'
  | 'fast'
  | 'mixed'
  | 'tight'
  | 'coarse'
  | 'fast and tight'
  | 'fine ticks'
  | 'very coarse'
  | 'thin and coarse'
  | 'still'
  | 'halted'
  | 'bouncing';

const venuesOf: Readonly<Record<NullMarket, VenueOptions>> = {
  calm: {},
  fast: {},
  mixed: {},
  tight: { basis: 0.4e-4, noise: 0.3e-4 },
  coarse: { tick: 1 },
  'fast and tight': { basis: 0.4e-4, noise: 0.3e-4 },
  'fine ticks': { tick: 1e-5 },
  'very coarse': { tick: 10 },
  'thin and coarse': { tick: 5, basis: 0.6e-4, noise: 0.2e-4 },
  still: { basis: 0, noise: 0 },
  halted: { basis: 0.2e-4, noise: 0.05e-4 },
  bouncing: { basis: 0.3e-4, noise: 0, tick: 1 },
};

function nullMarket(seed: number, kind: NullMarket): SimulatedWorld {
  const regime = kind === 'mixed' ? 'mixed' : kind.startsWith('fast') ? 'fast' : 'calm';
  const world = marketWorld(seed, regime);
  const { market } = world;
  const ten = 600 / worldStepSeconds;
  for (let index = 1; index < market.length; index++) {
    const before = market[index - 1] ?? 0;
    if (kind === 'still') {
      market[index] = before;
    } else if (kind === 'halted' && Math.floor(index / ten) % 2 === 1) {
      market[index] = market[Math.floor(index / ten) * ten] ?? before;
    } else if (kind === 'bouncing') {
      market[index] = world.random.next() < worldStepSeconds / 200 ? before + 4e-4 * world.random.normal() : before;
    }
  }
  return world;
}

/**
 * Returns a trace with only independent venues, in a market in which an earlier version of the detector linked such
 * venues.
 */
export function independentTrace(seed: number, kind: NullMarket, venues = 10): SimulatedTrace {
  const world = nullMarket(seed, kind);
  const cloud: OutageSpan[] = [
    [500, 530],
    [1700, 1720],
    [2900, 2935],
  ];
  const special = venuesOf[kind];
  const isBouncing = kind === 'still' || kind === 'bouncing' || kind === 'halted';
  const drawn = (): VenueOptions =>
    isBouncing
      ? { spread: world.random.between(0.2, 1.5) * 1e-4, offset: world.random.normal() * 2e-4, roundNumbers: 0 }
      : {};
  for (let index = 0; index < Math.max(0, venues - 2); index++) {
    const shared = !isBouncing && index < venues * 0.45 ? { factor: 'usdt' } : {};
    const roundNumbers = world.random.pick([0, 0, 0.1, 0.2]);
    const pace = kind === 'thin and coarse' ? { tradesPerSecond: 1 / world.random.between(4, 40) } : {};
    addVenue(world, `v${String(index).padStart(2, '0')}`, { roundNumbers, ...shared, ...special, ...pace, ...drawn() });
  }
  addVenue(world, 'cloud-a', { ...special, ...drawn(), outages: cloud });
  addVenue(world, 'cloud-b', { ...special, ...drawn(), outages: cloud });
  return finish(`independent-${kind}-${venues}-${seed}`, world, [], { ourOutages: [[1000, 1030]] });
}

/**
 * Returns a fast market with small distances between venues, and four kinds of copies: verbatim, late, rounded and
 * marked up.
 */
export function tightCopiesTrace(seed: number): SimulatedTrace {
  const world = nullMarket(seed, 'fast and tight');
  addVenues(world, 7, { ...venuesOf['fast and tight'], tradesPerSecond: 0.6 });
  addReseller(world, 'verbatim', 'v00', { period: 2 });
  addReseller(world, 'rounded', 'v01', { decimals: 1, period: 2 });
  addReseller(world, 'late', 'v02', { delay: world.random.between(5, 30), period: 2 });
  addReseller(world, 'marked', 'v06', { markup: world.random.between(2, 12) * 1e-4, period: 2 });
  return finish(`copies-tight-${seed}`, world, [
    ['verbatim', 'v00'],
    ['rounded', 'v01'],
    ['late', 'v02'],
    ['marked', 'v06'],
  ]);
}

/**
 * Returns venues that hold a value for about a minute, and four kinds of copies: late, cached, rounded and marked up.
 */
export function thinCopiesTrace(seed: number): SimulatedTrace {
  const world = marketWorld(seed, 'mixed', 7200);
  for (let index = 0; index < 6; index++) {
    addVenue(world, `v${index}`, {
      tick: 0.01,
      tradesPerSecond: 1 / world.random.between(20, 90),
      basis: world.random.between(5, 40) * 1e-4,
      noise: world.random.between(2, 10) * 1e-4,
    });
  }
  addReseller(world, 'late', 'v0', { delay: world.random.between(8, 60), period: 2 });
  addReseller(world, 'cached', 'v1', { period: world.random.between(10, 28) });
  addReseller(world, 'rounded', 'v2', { decimals: 0, period: 3 });
  addReseller(world, 'marked', 'v3', { markup: 5e-4, period: 2 });
  return finish(`copies-thin-${seed}`, world, [
    ['late', 'v0'],
    ['cached', 'v1'],
    ['rounded', 'v2'],
    ['marked', 'v3'],
  ]);
}

/**
 * Returns venues and two pairs of copies. The copies of a pair have the same source, a venue that is not measured
 * itself. One pair is a late and a noisy copy, and the other a cached and a late copy. Values hardly show what such a
 * pair shares. So its verdict may be unknown, but must never be independent.
 */
export function siblingsTrace(seed: number): SimulatedTrace {
  const world = marketWorld(seed, seed % 2 === 0 ? 'mixed' : 'calm');
  const { random, providers } = world;
  addVenues(world, 6);
  addVenue(world, 'hidden-a', {});
  addVenue(world, 'hidden-b', { tradesPerSecond: 1 / random.between(2, 20) });
  addReseller(world, 'noisy', 'hidden-a', { noise: random.between(0.15, 0.3) * 1e-4 });
  addReseller(world, 'late', 'hidden-a', { delay: random.between(10, 60) });
  addReseller(world, 'cached', 'hidden-b', { period: random.between(8, 25) });
  addReseller(world, 'late-cached', 'hidden-b', { period: random.between(4, 12), delay: random.between(5, 60) });
  providers.delete('hidden-a');
  providers.delete('hidden-b');
  const hidden = [
    ['noisy', 'late'],
    ['cached', 'late-cached'],
  ] as const;
  return finish(`siblings-${seed}`, world, [], {
    overlaps: hidden,
    undetectable: hidden,
  });
}
