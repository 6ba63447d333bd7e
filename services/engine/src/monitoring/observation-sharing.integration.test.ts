import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { pause, type Clock } from '@assay/runtime/clock';
import { createLogger } from '@assay/telemetry/log';
import { createMetrics } from '@assay/telemetry/metrics';
import { createSubscribe } from '@assay/messaging/subscribe';
import { createPriceMovement } from '@assay/independence/price-movement';
import type { ProviderObservation } from '@assay/independence/observation';
import type { Source } from '../sources/source.ts';
import { startTestServers, type EngineTestServers } from '../testing/servers.ts';
import { catalogOf, priced, priceType } from '@assay/providers/testing/test-providers';
import { monotonicStartMs, openTestSources, startMs } from '../testing/test-sources.ts';
import { createLearner } from '@assay/independence/learner';
import { createMeasurement, type Measurement } from './measurement.ts';
import { createSampledKeys } from './sampled-keys.ts';
import { createObservationReceiver, createObservationSender } from './observation-sharing.ts';
import { savePoints } from './evidence-store.ts';
import * as store from './store.ts';

let servers: EngineTestServers;
const subscribe = createSubscribe({ log: createLogger('test', 'silent'), metrics: createMetrics('test') });
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const speed = 25;

beforeAll(async () => {
  servers = await startTestServers({ withNats: true });
  while (servers.nats()?.connected() !== true) {
    await pause(10);
  }
}, 60_000);
afterAll(() => servers.close(), 60_000);

beforeEach(async () => {
  await servers.postgres.query({ name: 'forget_lease', text: 'DELETE FROM measurement_lead' });
  await servers.postgres.query({ name: 'forget_keys', text: 'DELETE FROM measured_keys' });
});

const observation = (t: number, overrides: Partial<ProviderObservation> = {}): ProviderObservation => ({
  t,
  provider: 'kraken',
  key: 'spot.price:BTC',
  value: '96400.1',
  asOf: t - 40,
  latencyMs: 12,
  ok: true,
  ...overrides,
});

async function until(condition: () => boolean, step: () => void = () => undefined): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!condition()) {
    if (Date.now() > deadline) {
      throw new Error('the condition did not become true in time');
    }
    step();
    await pause(5);
  }
}

/** A clock that runs faster than real time. */
function fastClock(): Clock {
  const startedAt = performance.now();
  const elapsedMs = (): number => (performance.now() - startedAt) * speed;
  return {
    now: () => startMs + elapsedMs(),
    monotonic: () => monotonicStartMs + elapsedMs(),
    after: (milliseconds, call) => {
      const timer = setTimeout(call, milliseconds / speed);
      return () => clearTimeout(timer);
    },
  };
}

test('an observation of one replica arrives unchanged at another, and so does a failure', async () => {
  const received: ProviderObservation[] = [];
  const receiver = createObservationReceiver({
    nats: servers.nats,
    onObservations: (all) => received.push(...all),
    subscribe,
  });
  const sender = createObservationSender({ nats: servers.nats, onDropped: () => undefined });
  const failure = observation(2_000, { value: null, asOf: null, ok: false, error: 'timeout' });
  receiver.tick();
  sender.offer(observation(1_000));
  sender.offer(failure);
  await until(() => received.length >= 2, sender.tick);
  expect(received).toEqual([observation(1_000), failure]);
});

test('without NATS the full queue drops its oldest observations and counts them', async () => {
  const received: ProviderObservation[] = [];
  let dropped = 0;
  let unavailable = true;
  const receiver = createObservationReceiver({
    nats: servers.nats,
    onObservations: (all) => received.push(...all),
    subscribe,
  });
  const sender = createObservationSender({
    nats: () => (unavailable ? undefined : servers.nats()),
    onDropped: () => void (dropped += 1),
  });
  receiver.tick();
  for (let index = 0; index < 3_000; index += 1) {
    sender.offer(observation(index));
    sender.tick();
  }
  expect(dropped).toBe(3_000 - 2_048);
  unavailable = false;
  sender.tick();
  await until(() => received.length >= 2_048);
  expect(received.map(({ t }) => t)).toEqual(Array.from({ length: 2_048 }, (_unused, index) => index + dropped));
});

type Replica = { readonly measurement: Measurement; readonly source: Source; readonly learned: () => number };

/**
 * Starts a replica's measurement with a real database and a real NATS server. The learner runs in the test's own
 * thread.
 */
function startReplica(clock: Clock): Replica & { readonly exchange: () => void } {
  const world = openTestSources({ a: () => priced('1', startMs) });
  const learner = createLearner({ minRowMs: 900, provesEarly: false });
  const holder = randomUUID();
  const { postgres, nats } = servers;
  const sender = createObservationSender({ nats, onDropped: () => undefined });
  let learned = 0;
  const measurement = createMeasurement({
    startThread: ({ onVerdicts }) => ({
      observe: (seen) => {
        learner.observe([seen]);
        learned += 1;
        return true;
      },
      observePrint: () => true,
      admit: (keys) => void learner.admit(keys),
      release: learner.release,
      report: () => onVerdicts(learner.freshVerdicts()),
      dump: async () => learner.changedStates(),
      close: async () => undefined,
    }),
    keys: createSampledKeys(catalogOf(priceType), { maxMeasured: 2, maxCounted: 9, minMinutes: 1 }, clock.now),
    createSampler: () => ({ tick: () => undefined }),
    nodes: { tick: () => undefined, load: () => [], freshVerdicts: () => [], changedStates: () => [] },
    references: new Map(),
    counting: { statements: new Map(), needsBound: () => false },
    movement: createPriceMovement(),
    share: sender.offer,
    store: {
      holdLeaderLease: () => store.holdLeaderLease(postgres, holder, 6_000),
      releaseLeaderLease: () => store.releaseLeaderLease(postgres, holder),
      loadStates: (keys) => store.loadStates(postgres, keys),
      deleteOldStates: () => store.deleteOldStates(postgres),
      saveStates: (stored) => store.saveStates(postgres, holder, stored),
      savePoints: (points) => savePoints(postgres, holder, points),
      deleteOldPoints: async () => undefined,
      saveVerdictSnapshot: (snapshotJson) => store.saveVerdictSnapshot(postgres, holder, snapshotJson),
      loadVerdictSnapshot: (knownAt) => store.loadVerdictSnapshot(postgres, knownAt),
    },
    pace: { calmMs: 1_000, burstMs: 1_000, burstForMs: 1, burstEveryMs: 60_000, minRowMs: 900 },
    clock,
    log,
    onDropped: () => undefined,
  });
  const receiver = createObservationReceiver({ nats, onObservations: measurement.onSharedObservations, subscribe });
  const exchange = (): void => {
    receiver.tick();
    sender.tick();
  };
  measurement.start();
  return { measurement, source: world.sources[0] as Source, learned: () => learned, exchange };
}

test('the leader learns from the callers of both replicas, and its successor continues from the stored states', async () => {
  const clock = fastClock();
  const first = startReplica(clock);
  await until(() => first.measurement.isLeader());
  const second = startReplica(clock);
  const exchange = (): void => {
    first.exchange();
    second.exchange();
  };
  await until(
    () => first.learned() >= 40,
    () => {
      exchange();
      const nowMs = Math.round(clock.now());
      const data = { symbol: 'BTC', price: String(100 + (nowMs % 9_973) / 1_000) };
      second.measurement.onObservation(
        second.source,
        { outcome: 'ok', receivedAtMs: nowMs, data, dataJson: '', detail: '', httpStatus: 200, sourceAtMs: nowMs },
        10,
        { symbol: 'BTC' },
      );
    },
  );
  expect(second.learned()).toBe(0);
  const known = (): number => second.measurement.snapshot().keys[0]?.observations ?? 0;
  await until(() => known() > 20, exchange);
  await first.measurement.stop();
  await until(() => second.measurement.isLeader());
  expect((await store.loadStates(servers.postgres, ['test.price:BTC'])).map(({ key }) => key)).toEqual([
    'test.price:BTC',
  ]);
  expect(known()).toBeGreaterThan(20);
  await second.measurement.stop();
}, 60_000);
