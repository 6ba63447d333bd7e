import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { ProviderPrint } from '@assay/independence/print';
import { pause, systemClock } from '@assay/runtime/clock';
import { createLogger } from '@assay/telemetry/log';
import { createMetrics } from '@assay/telemetry/metrics';
import { createSubscribe } from '@assay/messaging/subscribe';
import { startTestNats, type TestNats } from '@assay/stack/testing/test-nats';
import { createPrintSharing, type PrintSharing } from '../streams/print-sharing.ts';
import { printOf } from '../streams/testing/test-prints.ts';
import { createPrintIntake } from './print-intake.ts';

const log = createLogger('test', 'silent');
const subscribe = createSubscribe({ log, metrics: createMetrics('test') });
let server: TestNats;

async function until(condition: () => boolean, step: () => void): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!condition()) {
    if (Date.now() > deadline) {
      throw new Error('the condition did not become true in time');
    }
    step();
    await pause(5);
  }
}

beforeAll(async () => {
  server = await startTestNats();
}, 30_000);

afterAll(async () => {
  await server.close();
}, 30_000);

/**
 * Opens the print sharing of one replica over a separate connection. `learns` states whether this replica learns from
 * trades.
 */
async function replica(sender: string, learns: boolean) {
  const nats = await server.open('prints-test');
  const learned: ProviderPrint[] = [];
  const intake = createPrintIntake({
    isLeader: () => learns,
    booksOf: (stream) => [{ provider: stream, key: 'spot.price:BTC' }],
    isAdmitted: () => true,
    learn: (print) => learned.push(print) > 0,
    onCount: () => undefined,
  });
  const sharing: PrintSharing = createPrintSharing({
    sender,
    nats: () => nats,
    subscribe,
    clock: systemClock,
    onPrints: intake.onSharedPrints,
    onDropped: () => undefined,
    onFailure: (error) => {
      throw error;
    },
  });
  sharing.tick();
  await nats.connection.flush();
  const records = () => learned.map(({ id, completeSinceMs }) => [Number(id), completeSinceMs / 1_000]);
  return { nats, sharing, learned, records };
}

test('the trades of one replica reach the leader unchanged, and no other replica learns from them', async () => {
  const [holder, leader, other] = [
    await replica('a', false),
    await replica('b', true),
    await replica('c', false),
  ] as const;
  holder.sharing.onWanted('venue', ['BTC-USD']);
  for (let number = 1; number <= 700; number += 1) {
    holder.sharing.offer(printOf(number));
  }
  await until(() => leader.learned.length === 700, holder.sharing.tick);
  const { receivedAtMs: t, atMs: at, price, size, id } = printOf(700).print;
  expect(leader.learned.at(-1)).toEqual({
    t,
    provider: 'venue',
    key: 'spot.price:BTC',
    price,
    size,
    at,
    id,
    completeSinceMs: 1_000,
  });
  expect([holder.learned, other.learned]).toEqual([[], []]);
});

test('a leader that comes later begins the records with the first trade that it receives', async () => {
  const [holder, leader] = [await replica('d', false), await replica('e', true)] as const;
  holder.sharing.onWanted('venue', ['BTC-USD']);
  holder.sharing.offer(printOf(1));
  await until(() => leader.learned.length === 1, holder.sharing.tick);
  const successor = await replica('f', true);
  holder.sharing.offer(printOf(2));
  await until(() => successor.learned.length === 1, holder.sharing.tick);
  expect([leader.records(), successor.records()]).toEqual([
    [
      [1, 1],
      [2, 1],
    ],
    [[2, 2]],
  ]);
});

test('trades wait while NATS is unavailable, and the record goes on because none is missing', async () => {
  const [holder, leader] = [await replica('g', false), await replica('h', true)] as const;
  holder.sharing.onWanted('venue', ['BTC-USD']);
  holder.sharing.offer(printOf(1));
  await until(() => leader.learned.length === 1, holder.sharing.tick);
  await server.kill();
  await until(
    () => !holder.nats.connected() && !leader.nats.connected(),
    () => undefined,
  );
  holder.sharing.offer(printOf(2));
  holder.sharing.tick();
  await server.restart();
  // Core NATS stores nothing for an absent subscriber. So the replica with the stream connections sends only after the
  // leader has connected.
  await until(
    () => leader.nats.connected(),
    () => undefined,
  );
  await leader.nats.connection.flush();
  await until(() => leader.learned.length === 2, holder.sharing.tick);
  expect(leader.records()).toEqual([
    [1, 1],
    [2, 1],
  ]);
}, 30_000);
