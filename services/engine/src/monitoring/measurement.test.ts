import { expect, test } from '@jest/globals';
import type { SourceObservation as Answer } from '../sources/observe.ts';
import type { Source } from '../sources/source.ts';
import type { ProviderObservation } from '@assay/independence/observation';
import { openWorld, priced, settled, startMs } from '../testing/world.ts';
import { createMeasurement, type MeasurementPorts } from './measurement.ts';
import type { KeyVerdicts } from './verdict-snapshot.ts';

const picture: KeyVerdicts = {
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
      nats: 0,
      observations: 90,
      kinds: [],
      reason: '',
    },
  ],
};

function open(
  overrides: Partial<MeasurementPorts['store']> = {},
  accepts: () => boolean = () => true,
  nodes: Partial<MeasurementPorts['nodes']> = {},
) {
  const world = openWorld({ a: () => priced('1', startMs), b: () => priced('1', startMs) });
  const seen = {
    observed: [] as ProviderObservation[],
    shared: [] as ProviderObservation[],
    loaded: 0,
    saved: 0,
    savedKeys: [] as string[],
    loadedKeys: [] as string[],
    shown: [] as string[],
    sampled: 0,
    began: 0,
    left: 0,
    dropped: 0,
    warned: 0,
  };
  const measurement = createMeasurement({
    thread: {
      observe: (observation) => accepts() && seen.observed.push(observation) > 0,
      load: (stored) => {
        seen.loaded += 1;
        seen.loadedKeys = stored.map(({ key }) => key);
      },
      report: () => undefined,
      dump: async () => [{ key: 'k', state: 's' }],
      close: async () => undefined,
    },
    sampler: () => ({
      tick: () => void (seen.sampled += 1),
      everyMs: () => 1_000,
      startBurst: () => void (seen.began += 1),
    }),
    nodes: { tick: () => undefined, load: () => [], freshVerdicts: () => [], changedStates: () => [], ...nodes },
    references: new Map(),
    sharing: () => ({ offer: (observation) => void seen.shared.push(observation), tick: () => undefined }),
    store: {
      holdLeaderLease: async () => true,
      releaseLeaderLease: async () => void (seen.left += 1),
      loadStates: async () => [],
      saveStates: async (stored) => {
        seen.saved += 1;
        seen.savedKeys = stored.map(({ key }) => key);
      },
      saveVerdictSnapshot: async (text) => void seen.shown.push(text),
      loadVerdictSnapshot: async () => undefined,
      ...overrides,
    },
    now: world.clock.now,
    log: { info: () => undefined, warn: () => void (seen.warned += 1) },
    onDropped: () => void (seen.dropped += 1),
  });
  return { measurement, seen, world, source: world.sources[0] as Source };
}

function answer(price: string, receivedAtMs: number): Answer {
  const data = { symbol: 'BTC', price };
  return { outcome: 'ok', receivedAtMs, sourceAtMs: startMs, data, dataJson: '', detail: '', httpStatus: 200 };
}

async function tick({ measurement, world }: ReturnType<typeof open>, forMs: number): Promise<void> {
  for (let passed = 0; passed < forMs; passed += 100) {
    measurement.tick();
    await world.clock.advance(100);
  }
}

test('whoever gets the lead loads what is stored, samples, learns, and keeps what it learns', async () => {
  const opened = open();
  await tick(opened, 12_000);
  const { measurement, seen, source } = opened;
  expect(measurement.isLeader()).toBe(true);
  expect([seen.loaded, seen.began]).toEqual([1, 1]);
  expect(seen.sampled).toBeGreaterThan(100);
  expect(seen.saved).toBeGreaterThanOrEqual(2);
  measurement.onObservation(source, { symbol: 'BTC' }, answer('1.5', startMs + 20_000), 10);
  expect(seen.observed).toEqual([
    { t: startMs + 20_000, provider: 'a', key: 'test.price:BTC', value: '1.5', asOf: startMs, latencyMs: 10, ok: true },
  ]);
});

test('whoever has not the lead learns nothing, tells what it sees and shows what the leader knows', async () => {
  const shared = JSON.stringify({ keys: [picture], strays: { strayed: [['test.price', 'k', ['b']]], conflicts: [] } });
  const opened = open({
    holdLeaderLease: async () => false,
    loadVerdictSnapshot: async () => ({ picture: shared, at: 'then' }),
  });
  await tick(opened, 5_000);
  const { measurement, seen, source } = opened;
  measurement.onObservation(source, { symbol: 'BTC' }, answer('1.5', startMs + 20_000), 10);
  measurement.onObservation(source, { symbol: 'BTC' }, answer('1.5', startMs + 20_010), 10);
  measurement.onSharedObservations([{ ...(seen.shared[0] as ProviderObservation), provider: 'b' }]);
  expect([seen.observed.length, seen.sampled, seen.saved]).toEqual([0, 0, 0]);
  expect(seen.shared).toMatchObject([{ provider: 'a', key: 'test.price:BTC', value: '1.5', t: startMs + 20_000 }]);
  expect(measurement.pair('test.price', 'a', 'b').verdict).toBe('independent');
  expect(measurement.outliers.isOutlier('test.price', 'b')).toBe(true);
});

test('what was known before the start is there before the first tick', async () => {
  const shared = JSON.stringify({ keys: [picture], strays: { strayed: [], conflicts: [] } });
  const { measurement } = open({ loadVerdictSnapshot: async () => ({ picture: shared, at: 'then' }) });
  await measurement.load();
  expect(measurement.pair('test.price', 'b', 'a').verdict).toBe('independent');
});

test('the leader learns what other replicas saw, but nothing twice and nothing late', async () => {
  const opened = open();
  await tick(opened, 1_000);
  const { measurement, seen, source } = opened;
  measurement.onObservation(source, { symbol: 'BTC' }, answer('1.5', startMs + 10_000), 5);
  const [own] = seen.observed as [ProviderObservation];
  const at = (t: number): ProviderObservation => ({ ...own, t });
  measurement.onSharedObservations([
    at(startMs + 9_000),
    at(startMs + 10_100),
    at(startMs + 12_000),
    at(startMs + 12_100),
  ]);
  expect(seen.observed.map(({ t }) => t - startMs)).toEqual([10_000, 12_000]);
  expect(seen.shared).toEqual([]);
});

test("callers' traffic does not turn the rounds of sampling: close answers of one provider about one key count once", async () => {
  const opened = open();
  await tick(opened, 1_000);
  const { measurement, seen, source, world } = opened;
  for (let index = 0; index < 100; index += 1) {
    measurement.onObservation(source, { symbol: 'BTC' }, answer('1.5', startMs + 10_000 + index * 10), 5);
  }
  expect(seen.observed).toHaveLength(2);
  measurement.onObservation(world.sources[1] as Source, { symbol: 'BTC' }, answer('1.5', startMs + 10_000), 5);
  expect(seen.observed).toHaveLength(3);
});

test('what the learning thread has no room for is dropped and counted', async () => {
  const opened = open({}, () => false);
  await tick(opened, 500);
  opened.measurement.onObservation(opened.source, { symbol: 'BTC' }, answer('1.5', startMs + 10_000), 5);
  expect(opened.seen.dropped).toBe(1);
});

test('failures that say where a provider runs are evidence; what we did not send is none', async () => {
  const opened = open();
  await tick(opened, 500);
  const { measurement, seen, source } = opened;
  const failed = (outcome: Answer['outcome'], receivedAtMs: number): Answer => ({
    outcome,
    receivedAtMs,
    dataJson: '',
    detail: '',
    httpStatus: 0,
  });
  measurement.onObservation(source, { symbol: 'BTC' }, failed('unreachable', startMs + 10_000), 5);
  measurement.onObservation(source, { symbol: 'BTC' }, failed('unknown_entity', startMs + 20_000), 5);
  expect(seen.observed).toMatchObject([{ ok: false, value: null, error: 'unreachable' }]);
});

test('a database that is away costs no lead and no knowledge, and is said', async () => {
  let away = false;
  const fail = async (): Promise<boolean> => {
    if (away) {
      throw new Error('away');
    }
    return true;
  };
  const opened = open({ holdLeaderLease: fail });
  await tick(opened, 3_000);
  opened.measurement.onVerdicts([picture]);
  away = true;
  await tick(opened, 5_000);
  expect(opened.measurement.isLeader()).toBe(true);
  expect(opened.measurement.pair('test.price', 'a', 'b').verdict).toBe('independent');
  expect(opened.seen.warned).toBeGreaterThan(0);
});

test('at the end what was learned last is kept and the lead is given up', async () => {
  const opened = open();
  await tick(opened, 500);
  await opened.measurement.stop();
  await settled();
  expect(opened.seen.saved).toBeGreaterThanOrEqual(1);
  expect(opened.seen.left).toBe(1);
});

test('nodes of the chain are sampled by the leader only, kept beside the rest, and shown at once', async () => {
  const given: string[] = [];
  let ticks = 0;
  const nodes = {
    tick: () => void (ticks += 1),
    load: (stored: readonly { readonly key: string }[]) => {
      given.push(...stored.map(({ key }) => key));
      return [];
    },
    pictures: () => [{ ...picture, type: 'chain', key: 'chain:slots' }],
    changed: () => [{ key: 'chain:slots', state: '{}' }],
  };
  const loadStates = async () => [
    { key: 'k', state: 's' },
    { key: 'chain:slots', state: '{}' },
  ];
  const opened = open({ loadStates }, undefined, nodes);
  await tick(opened, 7_000);
  expect(given).toContain('chain:slots');
  expect(opened.seen.loadedKeys).toEqual(['k']);
  expect(opened.seen.savedKeys).toEqual(['k', 'chain:slots']);
  expect(opened.measurement.pair('chain', 'a', 'b').verdict).toBe('independent');
  expect(ticks).toBeGreaterThan(30);
  ticks = 0;
  await tick(open({ holdLeaderLease: async () => false }, undefined, nodes), 5_000);
  expect(ticks).toBe(0);
});
