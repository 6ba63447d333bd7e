import { expect, test } from '@jest/globals';
import { clusters } from './clusters.ts';
import { evidence } from './explain.ts';
import { measured, natsOf, shortMarket } from '../testing/short-traces.ts';
import {
  addAggregator,
  addChainNode,
  addCounter,
  addCounterCopy,
  addReseller,
  addVenue,
  chainBackend,
  counterPath,
} from '../testing/trace-providers.ts';
import { makeWorld, type OutageSpan } from '../testing/trace-world.ts';

test('finds a copy by values that repeat to the tick, and does not link two venues of one market', () => {
  const world = shortMarket(31);
  addVenue(world, 'venue', { tick: 0.01 });
  addVenue(world, 'other', { tick: 0.01 });
  addReseller(world, 'copy', 'venue', { period: 3, delay: 10 });
  const state = measured(world);
  expect(natsOf(state, 'copy', 'venue', 'coincidence')).toBeGreaterThan(12);
  expect(evidence(state, 'copy', 'venue').verdict).toBe('shared_upstream');
  expect(evidence(state, 'other', 'venue').nats).toBeLessThan(6);
  expect(clusters(state).clusters).toEqual([['copy', 'venue'], ['other']]);
});

test('finds a copy between two providers, without a crowd to compare with', () => {
  const world = shortMarket(32);
  addVenue(world, 'venue', { tick: 0.01, tradesPerSecond: 1 });
  addReseller(world, 'copy', 'venue', { period: 2 });
  const state = measured(world);
  expect(evidence(state, 'copy', 'venue').verdict).toBe('shared_upstream');
});

test('leaves pairs that move by a tick or two unknown, since their values agree by chance', () => {
  const world = makeWorld({
    seed: 33,
    seconds: 1200,
    regime: 'calm',
    price: 1,
    key: 'price:USDC',
    pollSeconds: 3,
    volatility: 0.05,
  });
  for (const name of ['a', 'b', 'c']) {
    addVenue(world, name, { tick: 1e-4 });
  }
  const state = measured(world);
  expect(evidence(state, 'a', 'b')).toMatchObject({ verdict: 'unknown', nats: 0, observations: 0 });
  expect(evidence(state, 'a', 'c').verdict).toBe('unknown');
});

test('finds a constant mark-up on fresh values and reports its percentage', () => {
  const world = shortMarket(34);
  addVenue(world, 'venue', { tick: 0.01, tradesPerSecond: 0.6 });
  addVenue(world, 'other', { tick: 0.01 });
  addReseller(world, 'dear', 'venue', { period: 2, markup: 7e-4 });
  const state = measured(world);
  expect(natsOf(state, 'dear', 'venue', 'markup')).toBeGreaterThan(12);
  const markup = evidence(state, 'dear', 'venue').kinds.find((kind) => kind.kind === 'markup');
  expect(markup?.detail).toMatch(
    /dear differ from those of venue by a constant 0\.07|venue differ from those of dear by a constant -0\.0(?:7|69)/u,
  );
});

test('finds a copy with noise of its own by the noise of its upstream, given enough other providers', () => {
  const world = shortMarket(35, 1100);
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) {
    addVenue(world, name, { tick: 0.01, basis: 2e-4 });
  }
  addReseller(world, 'noisy', 'a', { period: 2, noise: 0.3e-4 });
  const state = measured(world);
  expect(natsOf(state, 'a', 'noisy', 'noise_correlation')).toBeGreaterThan(12);
  expect(natsOf(state, 'a', 'b', 'noise_correlation')).toBe(0);
});

test('finds a copy of a counter by outdated counts, and takes current counts as no evidence', () => {
  const world = makeWorld({
    seed: 37,
    seconds: 2400,
    regime: 'calm',
    price: 1,
    key: 'social:followers',
    pollSeconds: 5,
  });
  const path = counterPath(world, 1);
  addCounter(world, 'live-a', path);
  addCounter(world, 'live-b', path);
  addCounter(world, 'scraper', path, { period: 60 });
  addCounter(world, 'other-scraper', path, { period: 70 });
  addCounterCopy(world, 'copy', 'scraper');
  const state = measured(world);
  expect(evidence(state, 'copy', 'scraper').verdict).toBe('shared_upstream');
  expect(evidence(state, 'live-a', 'live-b').verdict).toBe('unknown');
  expect(evidence(state, 'scraper', 'other-scraper').verdict).toBe('independent');
});

test('links chain nodes of one backend by their common lag, and leaves other nodes apart', () => {
  const world = makeWorld({
    seed: 38,
    seconds: 1500,
    regime: 'calm',
    price: 1,
    key: 'chain.slot:solana',
    pollSeconds: 1.5,
  });
  const backends = Array.from({ length: 6 }, () => chainBackend(world));
  for (const [index, backend] of backends.entries()) {
    addChainNode(world, `n${index}`, backend);
  }
  addChainNode(world, 'same', backends[0] ?? new Float64Array(0));
  const state = measured(world);
  expect(clusters(state).clusters.filter((set) => set.length > 1)).toEqual([['n0', 'same']]);
});

test('never links providers that only fail together', () => {
  const world = shortMarket(39, 500);
  const cloud: OutageSpan[] = [200, 450, 700, 950, 1200, 1350].map((from): OutageSpan => [from, from + 15]);
  addVenue(world, 'cloud-a', { tick: 0.01, outages: cloud });
  addVenue(world, 'cloud-b', { tick: 0.01, outages: cloud });
  for (const name of ['c', 'd', 'e']) {
    addVenue(world, name, { tick: 0.01, outages: [] });
  }
  expect(evidence(measured(world), 'cloud-a', 'cloud-b').verdict).not.toBe('shared_upstream');
});

test('counts a median as dependent on its inputs and does not connect these to one another', () => {
  const world = shortMarket(40, 1000);
  const inputs = ['a', 'b', 'c'].map((name) =>
    addVenue(world, name, { tick: 0.01, tradesPerSecond: 0.4, basis: 1e-4 }),
  );
  for (const name of ['d', 'e']) {
    addVenue(world, name, { tick: 0.01 });
  }
  addAggregator(world, 'median', inputs, { period: 2 });
  const state = measured(world);
  expect(clusters(state)).toMatchObject({
    composites: ['median'],
    clusters: [['a'], ['b'], ['c'], ['d'], ['e'], ['median']],
  });
  expect(clusters(state).pairs.length).toBeGreaterThanOrEqual(2);
  expect(inputs.map((name) => evidence(state, name, 'median').verdict)).not.toContain('independent');
});
