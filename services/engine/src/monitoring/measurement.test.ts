import { expect, test } from '@jest/globals';
import type { DuePoint } from '@assay/independence/evidence-history';
import type { ProviderObservation } from '@assay/independence/observation';
import type { SourceObservation } from '../sources/observe.ts';
import type { Source } from '../sources/source.ts';
import { catalogOf, priced, priceType } from '@assay/providers/testing/test-providers';
import { openTestSources, startMs } from '../testing/test-sources.ts';
import { createMeasurement, type MeasurementPorts } from './measurement.ts';
import type { SamplingPace } from '@assay/independence/sampling-schedule';
import type { AdmittedKey, StoredKeyState } from '@assay/independence/learner';
import { createSampledKeys } from './sampled-keys.ts';
import type { LearningEvents } from './thread.ts';
import type { KeyVerdicts } from '@assay/independence/verdict-snapshot';

const verdicts: KeyVerdicts = {
  type: 'test.price',
  key: 'test.price:BTC',
  observations: 9,
  judgedMs: startMs,
  composites: [],
  pairs: [
    {
      providers: ['a', 'b'],
      verdict: 'independent',
      sinceMs: 1,
      judgedMs: 2,
      newestMs: startMs,
      nats: 0,
      observations: 90,
      kinds: [],
      reason: '',
    },
  ],
};
const sampledType = {
  ...priceType,
  agreement: { field: 'price', identityFields: ['symbol'], toleranceBps: 50, samplingParams: [{ symbol: 'BTC' }] },
};
const limits = { maxMeasured: 4, maxCounted: 64, minMinutes: 1 };
const storedState = (key: string): StoredKeyState => ({ key, state: '{}', format: 1, observations: 1 });
const pace: SamplingPace = { calmMs: 1_000, burstMs: 1_000, burstForMs: 1, burstEveryMs: 60_000, minRowMs: 900 };

function open(
  overrides: Partial<MeasurementPorts['store']> = {},
  accepts: () => boolean = () => true,
  nodes: Partial<MeasurementPorts['nodes']> = {},
) {
  const world = openTestSources({ a: () => priced('1', startMs), b: () => priced('1', startMs) });
  const seen = {
    learned: [] as ProviderObservation[],
    shared: [] as ProviderObservation[],
    loads: 0,
    saves: 0,
    savedKeys: [] as string[],
    points: [] as (readonly DuePoint[])[],
    admitted: [] as AdmittedKey[],
    released: [] as string[],
    samples: 0,
    releases: 0,
    dropped: 0,
    warnings: 0,
  };
  const started: LearningEvents[] = [];
  const keys = createSampledKeys(catalogOf(sampledType), limits, world.clock.now);
  const measurement = createMeasurement({
    startThread: (events) => {
      started.push(events);
      return {
        observe: (observation) => accepts() && seen.learned.push(observation) > 0,
        admit: (keys) => {
          seen.loads += 1;
          seen.admitted.push(...keys);
        },
        release: (keys) => void seen.released.push(...keys),
        report: () => undefined,
        dump: async () => [storedState('k')],
        close: async () => undefined,
      };
    },
    keys,
    createSampler: () => ({ tick: () => void (seen.samples += 1) }),
    nodes: { tick: () => undefined, load: () => [], freshVerdicts: () => [], changedStates: () => [], ...nodes },
    references: new Map(),
    store: {
      holdLeaderLease: async () => true,
      releaseLeaderLease: async () => void (seen.releases += 1),
      loadStates: async () => [],
      saveStates: async (stored) => {
        seen.saves += 1;
        seen.savedKeys = stored.map(({ key }) => key);
      },
      deleteOldStates: async () => undefined,
      savePoints: async (points) => void seen.points.push(points),
      deleteOldPoints: async () => undefined,
      saveVerdictSnapshot: async () => undefined,
      loadVerdictSnapshot: async () => undefined,
      ...overrides,
    },
    share: (observation) => void seen.shared.push(observation),
    pace,
    clock: world.clock,
    log: { info: () => undefined, error: () => undefined, warn: () => void (seen.warnings += 1) },
    onDropped: () => void (seen.dropped += 1),
  });
  const run = async (forMs: number): Promise<void> => {
    measurement.start();
    await world.clock.advance(forMs);
  };
  return { measurement, seen, world, run, started, keys, source: world.sources[0] as Source };
}

function answer(price: string, receivedAtMs: number): SourceObservation {
  const data = { symbol: 'BTC', price };
  return { outcome: 'ok', receivedAtMs, sourceAtMs: startMs, data, dataJson: '', detail: '', httpStatus: 200 };
}

test('the leader loads the stored states, samples, learns and stores', async () => {
  const { measurement, seen, source, run } = open();
  await run(12_000);
  expect(measurement.isLeader()).toBe(true);
  expect(seen.loads).toBe(1);
  expect(seen.samples).toBeGreaterThan(100);
  expect(seen.saves).toBeGreaterThanOrEqual(2);
  measurement.onObservation(source, answer('1.5', startMs + 20_000), 10, { symbol: 'BTC' });
  expect(seen.learned).toEqual([
    { t: startMs + 20_000, provider: 'a', key: 'test.price:BTC', value: '1.5', asOf: startMs, latencyMs: 10, ok: true },
  ]);
});

test('a replica that is not the leader learns nothing, shares its observations and takes over the verdicts', async () => {
  const outliers = { outliers: [['test.price', 'test.price:BTC', ['b']]], conflicts: [] };
  const snapshotJson = JSON.stringify({ keys: [verdicts], outliers });
  const { measurement, seen, source, run } = open({
    holdLeaderLease: async () => false,
    loadVerdictSnapshot: async () => ({ snapshotJson, at: 'then' }),
  });
  await run(5_000);
  measurement.onObservation(source, answer('1.5', startMs + 20_000), 10, { symbol: 'BTC' });
  measurement.onObservation(source, answer('1.5', startMs + 20_010), 10, { symbol: 'BTC' });
  measurement.onSharedObservations([{ ...(seen.shared[0] as ProviderObservation), provider: 'b' }]);
  expect([seen.learned.length, seen.samples, seen.saves]).toEqual([0, 0, 0]);
  expect(seen.shared).toMatchObject([{ provider: 'a', key: 'test.price:BTC', value: '1.5', t: startMs + 20_000 }]);
  expect(measurement.pair('test.price:BTC', 'a', 'b').verdict).toBe('independent');
  expect(measurement.outliers.isOutlier('test.price:BTC', 'b')).toBe(true);
});

test('the stored verdicts are loaded before the start, also from a leader that stored no outliers', async () => {
  const snapshotJson = JSON.stringify({ keys: [verdicts] });
  const { measurement } = open({ loadVerdictSnapshot: async () => ({ snapshotJson, at: 'then' }) });
  await measurement.load();
  expect(measurement.pair('test.price:BTC', 'b', 'a').verdict).toBe('independent');
});

test('the leader learns the observations of other replicas, but none twice and none late', async () => {
  const { measurement, seen, source, run } = open();
  await run(1_000);
  measurement.onObservation(source, answer('1.5', startMs + 10_000), 5, { symbol: 'BTC' });
  const [own] = seen.learned as [ProviderObservation];
  const at = (t: number): ProviderObservation => ({ ...own, t });
  measurement.onSharedObservations([
    at(startMs + 9_000),
    at(startMs + 10_100),
    at(startMs + 12_000),
    at(startMs + 12_100),
  ]);
  expect(seen.learned.map(({ t }) => t - startMs)).toEqual([10_000, 12_000]);
  expect(seen.shared).toEqual([]);
});

test('answers of one provider about one key count once per sampling interval, however many callers ask', async () => {
  const { measurement, seen, source, world, run } = open();
  await run(1_000);
  for (let index = 0; index < 100; index += 1) {
    measurement.onObservation(source, answer('1.5', startMs + 10_000 + index * 10), 5, { symbol: 'BTC' });
  }
  expect(seen.learned).toHaveLength(2);
  measurement.onObservation(world.sources[1] as Source, answer('1.5', startMs + 10_000), 5, { symbol: 'BTC' });
  expect(seen.learned).toHaveLength(3);
});

test('an observation that the full learning thread refuses is dropped and counted', async () => {
  const { measurement, seen, source, run } = open({}, () => false);
  await run(500);
  measurement.onObservation(source, answer('1.5', startMs + 10_000), 5, { symbol: 'BTC' });
  expect(seen.dropped).toBe(1);
});

test('a failure of the transport is evidence, and an answer without a datum is not', async () => {
  const { measurement, seen, source, run } = open();
  await run(500);
  const failed = (outcome: SourceObservation['outcome'], receivedAtMs: number): SourceObservation => ({
    outcome,
    receivedAtMs,
    dataJson: '',
    detail: '',
    httpStatus: 0,
  });
  measurement.onObservation(source, failed('unreachable', startMs + 10_000), 5, { symbol: 'BTC' });
  measurement.onObservation(source, failed('unknown_entity', startMs + 20_000), 5, { symbol: 'BTC' });
  expect(seen.learned).toMatchObject([{ ok: false, value: null, error: 'unreachable' }]);
});

test('while the database is unavailable the leader keeps its role and its verdicts, and logs a warning', async () => {
  let unavailable = false;
  const fail = async (): Promise<boolean> => {
    if (unavailable) {
      throw new Error('connection refused');
    }
    return true;
  };
  const { measurement, seen, world, run, started } = open({ holdLeaderLease: fail });
  await run(3_000);
  started[0]?.onVerdicts([verdicts]);
  unavailable = true;
  await world.clock.advance(5_000);
  expect(measurement.isLeader()).toBe(true);
  expect(measurement.pair('test.price:BTC', 'a', 'b').verdict).toBe('independent');
  expect(seen.warnings).toBe(1);
});

test('a restarted learning thread gets its keys and their stored states again', async () => {
  const { measurement, seen, world, run, started } = open({ loadStates: async ([key = '']) => [{ key, state: 's' }] });
  await run(500);
  started[0]?.onRestart(new Error('out of memory'));
  await world.clock.advance(1_500);
  const admitted = { key: 'test.price:BTC', state: 's' };
  expect(seen.admitted).toEqual([admitted, admitted]);
  expect(measurement.isLeader()).toBe(true);
});

test('no key starts empty while its stored state cannot be read', async () => {
  let isAvailable = false;
  const loadStates = async ([key = '']: readonly string[]) => {
    if (key !== 'chain:slots' && !isAvailable) {
      throw new Error('connection refused');
    }
    return [{ key, state: 's' }];
  };
  const { seen, world, run } = open({ loadStates });
  await run(5_000);
  expect(seen.admitted).toEqual([]);
  isAvailable = true;
  await world.clock.advance(3_000);
  expect(seen.admitted).toEqual([{ key: 'test.price:BTC', state: 's' }]);
});

test('a key in use is admitted after its stored state was read, and its evidence is learned', async () => {
  const { measurement, seen, source, keys, world, run } = open();
  await run(1_500);
  const observe = (symbol: string, atMs: number): void =>
    measurement.onObservation(source, answer('1.5', atMs), 5, { symbol });
  observe('LINK', startMs + 10_000);
  measurement.onQuestion('test.price:LINK');
  await world.clock.advance(1_500);
  observe('LINK', startMs + 20_000);
  expect(seen.learned.map(({ key, t }) => [key, t - startMs])).toEqual([['test.price:LINK', 20_000]]);
  expect(seen.admitted.map(({ key }) => key)).toEqual(['test.price:BTC', 'test.price:LINK']);
  expect(keys.nextRound().map(({ params }) => params)).toEqual([{ symbol: 'BTC' }, { symbol: 'LINK' }]);
});

test('10,000 keys that callers ask once each neither become evidence nor push a sampled key out', async () => {
  const { measurement, seen, source, keys, world, run } = open();
  await run(1_500);
  measurement.onQuestion('test.price:LINK');
  await world.clock.advance(60_000);
  measurement.onQuestion('test.price:LINK');
  for (let index = 0; index < 10_000; index += 1) {
    measurement.onQuestion(`test.price:X${index}`);
    measurement.onObservation(source, answer('1.5', startMs + 100_000 + index), 5, { symbol: `X${index}` });
  }
  await world.clock.advance(5_000);
  expect(keys.isSampled('test.price:BTC')).toBe(true);
  expect(keys.isSampled('test.price:LINK')).toBe(true);
  expect(keys.list().length).toBeLessThanOrEqual(1 + limits.maxMeasured);
  expect(seen.learned).toEqual([]);
});

test('at the stop the leader stores what it learned last and releases its lease', async () => {
  const { measurement, seen, run } = open();
  await run(500);
  await measurement.stop();
  expect(seen.saves).toBeGreaterThanOrEqual(1);
  expect(seen.releases).toBe(1);
});

test('only the leader samples the nodes of the chain, stores their state and shows their verdicts at once', async () => {
  const given: string[] = [];
  let ticks = 0;
  const nodes = {
    tick: () => void (ticks += 1),
    load: (stored: readonly { readonly key: string }[]) => {
      given.push(...stored.map(({ key }) => key));
      return [];
    },
    freshVerdicts: () => [{ ...verdicts, type: 'chain', key: 'chain:slots' }],
    changedStates: () => [storedState('chain:slots')],
  };
  const loadStates = async (keys: readonly string[]) => keys.map((key) => ({ key, state: '{}' }));
  const leader = open({ loadStates }, undefined, nodes);
  await leader.run(7_000);
  expect(given).toContain('chain:slots');
  expect(leader.seen.admitted.map(({ key }) => key)).toEqual(['test.price:BTC']);
  expect(leader.seen.savedKeys).toEqual(['k', 'chain:slots']);
  expect(leader.measurement.pair('chain:slots', 'a', 'b').verdict).toBe('independent');
  expect(ticks).toBeGreaterThan(30);
  ticks = 0;
  await open({ holdLeaderLease: async () => false }, undefined, nodes).run(5_000);
  expect(ticks).toBe(0);
});

test('the leader stores each change of a verdict in one batch, and again after a failure; a follower stores none', async () => {
  let isDown = true;
  const { seen, started, world, run } = open({
    savePoints: async (points) => {
      if (isDown) {
        throw new Error('connection refused');
      }
      seen.points.push(points);
    },
  });
  await run(3_000);
  started[0]?.onVerdicts([verdicts]);
  await world.clock.advance(11_000);
  expect(seen.warnings).toBeGreaterThan(0);
  isDown = false;
  await world.clock.advance(11_000);
  expect(seen.points).toMatchObject([[{ key: 'test.price:BTC', a: 'a', b: 'b', verdict: 'independent', atMs: 2 }]]);
  const pairs = verdicts.pairs.map((pair) => ({ ...pair, verdict: 'shared_upstream' as const, judgedMs: 3 }));
  started[0]?.onVerdicts([{ ...verdicts, pairs }]);
  await world.clock.advance(6_000);
  expect(seen.points.flat().map(({ verdict }) => verdict)).toEqual(['independent', 'shared_upstream']);

  const follower = open({ holdLeaderLease: async () => false });
  await follower.run(3_000);
  follower.started[0]?.onVerdicts([verdicts]);
  await follower.world.clock.advance(11_000);
  expect(follower.seen.points).toEqual([]);
});
