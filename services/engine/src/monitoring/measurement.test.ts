import { expect, test } from '@jest/globals';
import type { ProviderObservation } from '@assay/independence/observation';
import type { SourceObservation } from '../sources/observe.ts';
import type { Source } from '../sources/source.ts';
import { printOf } from '../streams/testing/test-prints.ts';
import { startMs } from '../testing/test-sources.ts';
import { majorKeys, type SampledKey } from './sampler.ts';
import { answer, limits, openTestMeasurement, sampledType, storedState, verdicts } from './testing/test-measurement.ts';

test('the leader loads the stored states, samples, learns and stores', async () => {
  const { measurement, seen, source, run } = openTestMeasurement();
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
  const { measurement, seen, source, run } = openTestMeasurement({
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

test('the rounds of the leader measure how far an asset moves, and the other replicas read it', async () => {
  const { measurement, seen, world, run, movement, sampled } = openTestMeasurement();
  await run(1_000);
  for (let round = 0; round < 12; round += 1) {
    await world.clock.advance(10_000);
    const price = round % 2 === 0 ? '100' : '100.04';
    const answers = world.sources.map((source) => ({ source, answer: answer(price, world.clock.now()) }));
    sampled.onRound({ sampled: majorKeys(sampledType)[0] as SampledKey, answers, reference: undefined });
  }
  expect(movement.plausibleBps('test.price:BTC', 10_000, world.clock.now())).toBe(12);
  await measurement.stop();
  const stored = { snapshotJson: seen.snapshots.at(-1) ?? '', at: 'then' };
  const follower = openTestMeasurement({ holdLeaderLease: async () => false, loadVerdictSnapshot: async () => stored });
  await follower.run(5_000);
  expect(follower.movement.plausibleBps('test.price:BTC', 10_000, world.clock.now())).toBe(12);
});

test('the stored verdicts are loaded before the start, also from a leader that stored no outliers', async () => {
  const snapshotJson = JSON.stringify({ keys: [verdicts] });
  const { measurement } = openTestMeasurement({ loadVerdictSnapshot: async () => ({ snapshotJson, at: 'then' }) });
  await measurement.load();
  expect(measurement.pair('test.price:BTC', 'b', 'a').verdict).toBe('independent');
});

test('the leader learns the observations of other replicas, but none twice and none late', async () => {
  const { measurement, seen, source, run } = openTestMeasurement();
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
  const { measurement, seen, source, world, run } = openTestMeasurement();
  await run(1_000);
  for (let index = 0; index < 100; index += 1) {
    measurement.onObservation(source, answer('1.5', startMs + 10_000 + index * 10), 5, { symbol: 'BTC' });
  }
  expect(seen.learned).toHaveLength(2);
  measurement.onObservation(world.sources[1] as Source, answer('1.5', startMs + 10_000), 5, { symbol: 'BTC' });
  expect(seen.learned).toHaveLength(3);
});

test('an observation that the full learning thread refuses is dropped and counted', async () => {
  const { measurement, seen, source, run } = openTestMeasurement({}, () => false);
  await run(500);
  measurement.onObservation(source, answer('1.5', startMs + 10_000), 5, { symbol: 'BTC' });
  expect(seen.dropped).toBe(1);
});

test('a failure of the transport is evidence, and an answer without a datum is not', async () => {
  const { measurement, seen, source, run } = openTestMeasurement();
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
  const { measurement, seen, world, run, started } = openTestMeasurement({ holdLeaderLease: fail });
  await run(3_000);
  started[0]?.onVerdicts([verdicts]);
  unavailable = true;
  await world.clock.advance(5_000);
  expect(measurement.isLeader()).toBe(true);
  expect(measurement.pair('test.price:BTC', 'a', 'b').verdict).toBe('independent');
  expect(seen.warnings).toBe(1);
});

test('a restarted learning thread gets its keys and their stored states again', async () => {
  const { measurement, seen, world, run, started } = openTestMeasurement({
    loadStates: async ([key = '']) => [{ key, state: 's' }],
  });
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
  const { seen, world, run } = openTestMeasurement({ loadStates });
  await run(5_000);
  expect(seen.admitted).toEqual([]);
  isAvailable = true;
  await world.clock.advance(3_000);
  expect(seen.admitted).toEqual([{ key: 'test.price:BTC', state: 's' }]);
});

test('a key in use is admitted after its stored state was read, and its evidence is learned', async () => {
  const { measurement, seen, source, keys, world, run } = openTestMeasurement();
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
  const { measurement, seen, source, keys, world, run } = openTestMeasurement();
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
  const { measurement, seen, run } = openTestMeasurement();
  await run(500);
  await measurement.stop();
  expect(seen.saves).toBeGreaterThanOrEqual(1);
  expect(seen.releases).toBe(1);
});

test('only the leader samples the nodes of the chain, stores their state and shows their verdicts at once', async () => {
  const reads: string[] = [];
  let ticks = 0;
  const nodes = {
    tick: () => void (ticks += 1),
    load: (stored: readonly { readonly key: string }[]) => {
      reads.push(...stored.map(({ key }) => key));
      return [];
    },
    freshVerdicts: () => [{ ...verdicts, type: 'chain', key: 'chain:slots' }],
    changedStates: () => [storedState('chain:slots')],
  };
  const loadStates = async (keys: readonly string[]) => keys.map((key) => ({ key, state: '{}' }));
  const leader = openTestMeasurement({ loadStates }, undefined, nodes);
  await leader.run(7_000);
  expect(reads).toContain('chain:slots');
  expect(leader.seen.admitted.map(({ key }) => key)).toEqual(['test.price:BTC']);
  expect(leader.seen.savedKeys).toEqual(['k', 'chain:slots']);
  expect(leader.measurement.pair('chain:slots', 'a', 'b').verdict).toBe('independent');
  expect(ticks).toBeGreaterThan(30);
  ticks = 0;
  await openTestMeasurement({ holdLeaderLease: async () => false }, undefined, nodes).run(5_000);
  expect(ticks).toBe(0);
});

test('the leader stores each change of a verdict in one batch, and again after a failure; a follower stores none', async () => {
  let isDown = true;
  const { seen, started, world, run } = openTestMeasurement({
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

  const follower = openTestMeasurement({ holdLeaderLease: async () => false });
  await follower.run(3_000);
  follower.started[0]?.onVerdicts([verdicts]);
  await follower.world.clock.advance(11_000);
  expect(follower.seen.points).toEqual([]);
});

test('the leader follows the trades of the sampled keys from its first second on, and learns from them', async () => {
  const { measurement, seen, run } = openTestMeasurement();
  expect(measurement.prints.onOwnPrint(printOf(1))).toBe(false);
  await run(1_500);
  expect(seen.followed.length).toBeGreaterThanOrEqual(2);
  expect(seen.followed[0]).toEqual(['test.price:BTC']);
  expect(measurement.prints.onOwnPrint(printOf(2))).toBe(true);
  expect(seen.prints).toMatchObject([{ provider: 'venue', key: 'test.price:BTC', id: '2', completeSinceMs: 2_000 }]);
});

test('after the learning thread started again, trades count once their key is admitted, on a new record', async () => {
  const { measurement, seen, run, started, world } = openTestMeasurement();
  await run(1_500);
  measurement.prints.onOwnPrint(printOf(1));
  started[0]?.onRestart(new Error('it failed'));
  measurement.prints.onOwnPrint(printOf(2));
  await world.clock.advance(1_500);
  measurement.prints.onOwnPrint(printOf(3));
  expect(seen.prints.map(({ id, completeSinceMs }) => [id, completeSinceMs])).toEqual([
    ['1', 1_000],
    ['3', 3_000],
  ]);
});

test('a replica that is not the leader leaves its trades to the leader', async () => {
  const { measurement, seen, run } = openTestMeasurement({ holdLeaderLease: async () => false });
  await run(1_500);
  expect(measurement.prints.onOwnPrint(printOf(1))).toBe(false);
  expect([seen.prints, seen.followed]).toEqual([[], []]);
});
