import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { SourceObservation as Answer } from '../sources/observe.ts';
import type { Source } from '../sources/source.ts';
import type { ProviderObservation } from '@assay/independence/observation';
import { startTestServers, type EngineTestServers } from '../testing/servers.ts';
import { openWorld, priced, startMs } from '../testing/world.ts';
import { createLearner } from './learner.ts';
import { createMeasurement, type Measurement } from './measurement.ts';
import { createObservationSharing, type ObservationSharing } from './observation-sharing.ts';
import {
  holdLeaderLease,
  releaseLeaderLease,
  loadVerdictSnapshot,
  loadStates,
  saveVerdictSnapshot,
  saveStates,
} from './store.ts';

let servers: EngineTestServers;
const log = { info: () => undefined, warn: () => undefined };

beforeAll(async () => {
  servers = await startTestServers({ withNats: true });
  while (servers.nats()?.connected() !== true) {
    await pause(10);
  }
}, 60_000);
afterAll(() => servers.close(), 60_000);

beforeEach(async () => {
  await servers.postgres.query({ name: 'forget_lead', text: 'DELETE FROM measurement_lead' });
  await servers.postgres.query({ name: 'forget_keys', text: 'DELETE FROM measured_keys' });
});

const observation = (t: number, over: Partial<ProviderObservation> = {}): ProviderObservation => ({
  t,
  provider: 'kraken',
  key: 'spot.price:BTC',
  value: '96400.1',
  asOf: t - 40,
  latencyMs: 12,
  ok: true,
  ...over,
});

async function until(holds: () => boolean, step: () => void = () => undefined): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!holds()) {
    if (Date.now() > deadline) {
      throw new Error('it did not come to pass');
    }
    step();
    await pause(5);
  }
}

test('what one replica saw arrives at another as it was, failures too', async () => {
  const heard: ProviderObservation[] = [];
  const dropped = (): void => undefined;
  const receiver = createObservationSharing({
    nats: servers.nats,
    onObservations: (all) => heard.push(...all),
    onDropped: dropped,
    log,
  });
  const sender = createObservationSharing({
    nats: servers.nats,
    onObservations: () => undefined,
    onDropped: dropped,
    log,
  });
  const failure = observation(2_000, { value: null, asOf: null, ok: false, error: 'timeout' });
  receiver.tick();
  sender.offer(observation(1_000));
  sender.offer(failure);
  await until(() => heard.length >= 2, sender.tick);
  expect(heard).toEqual([observation(1_000), failure]);
});

test('without NATS the oldest observations leave the line, and are counted', async () => {
  const heard: ProviderObservation[] = [];
  let dropped = 0;
  let away = true;
  const nats = () => (away ? undefined : servers.nats());
  const receiver = createObservationSharing({
    nats: servers.nats,
    onObservations: (all) => heard.push(...all),
    onDropped: () => 0,
    log,
  });
  const sender = createObservationSharing({
    nats,
    onObservations: () => undefined,
    onDropped: () => void (dropped += 1),
    log,
  });
  receiver.tick();
  for (let index = 0; index < 3_000; index += 1) {
    sender.offer(observation(index));
    sender.tick();
  }
  expect(dropped).toBe(3_000 - 2_048);
  away = false;
  sender.tick();
  await until(() => heard.length >= 2_048);
  expect(heard.map(({ t }) => t)).toEqual(Array.from({ length: 2_048 }, (_unused, index) => index + dropped));
});

type Engine = { readonly measurement: Measurement; readonly source: Source; readonly learnt: () => number };

/** An engine's measurement over the real database and the real server; its thread is a learner in this one. */
function openEngine(now: () => number): Engine {
  const world = openWorld({ a: () => priced('1', startMs) });
  const learner = createLearner(8, 900);
  const holder = randomUUID();
  const { postgres } = servers;
  let learnt = 0;
  const measurement: Measurement = createMeasurement({
    thread: {
      observe: (seen) => {
        learner.observe([seen]);
        learnt += 1;
        return true;
      },
      load: (stored) => void learner.load(stored),
      report: () => measurement.onVerdicts(learner.freshVerdicts()),
      dump: async () => learner.changedStates(),
      close: async () => undefined,
    },
    sampler: () => ({ tick: () => undefined, everyMs: () => 1_000, startBurst: () => undefined }),
    nodes: { tick: () => undefined, load: () => [], freshVerdicts: () => [], changedStates: () => [] },
    references: new Map(),
    sharing: () => sharing,
    store: {
      holdLeaderLease: () => holdLeaderLease(postgres, holder, 6_000),
      releaseLeaderLease: () => releaseLeaderLease(postgres, holder),
      loadStates: () => loadStates(postgres, 8),
      saveStates: (stored) => saveStates(postgres, holder, stored),
      saveVerdictSnapshot: (picture) => saveVerdictSnapshot(postgres, holder, picture),
      loadVerdictSnapshot: (knownAt) => loadVerdictSnapshot(postgres, knownAt),
    },
    now,
    log,
    onDropped: () => undefined,
  });
  const sharing: ObservationSharing = createObservationSharing({
    nats: servers.nats,
    onObservations: measurement.onSharedObservations,
    onDropped: () => undefined,
    log,
  });
  return { measurement, source: world.sources[0] as Source, learnt: () => learnt };
}

test('of two engines the one that leads learns what callers of both are told, and its successor goes on from there', async () => {
  let nowMs = Date.now();
  const [first, second] = [openEngine(() => nowMs), openEngine(() => nowMs)];
  const turn = (): void => {
    nowMs += 250;
    first.measurement.tick();
    second.measurement.tick();
  };
  await until(
    () => first.measurement.isLeader(),
    () => {
      nowMs += 250;
      first.measurement.tick();
    },
  );
  await until(
    () => first.learnt() >= 40,
    () => {
      turn();
      const data = { symbol: 'BTC', price: String(100 + (nowMs % 9_973) / 1_000) };
      const answer: Answer = {
        outcome: 'ok',
        receivedAtMs: nowMs,
        data,
        dataJson: '',
        detail: '',
        httpStatus: 200,
        sourceAtMs: nowMs,
      };
      second.measurement.onObservation(second.source, { symbol: 'BTC' }, answer, 10);
    },
  );
  expect(second.learnt()).toBe(0);
  const known = (): number => second.measurement.snapshot().keys[0]?.observations ?? 0;
  await until(() => known() > 20, turn);
  await first.measurement.stop();
  await until(
    () => second.measurement.isLeader(),
    () => {
      nowMs += 250;
      second.measurement.tick();
    },
  );
  expect((await loadStates(servers.postgres, 8)).map(({ key }) => key)).toEqual(['test.price:BTC']);
  expect(known()).toBeGreaterThan(20);
}, 60_000);
