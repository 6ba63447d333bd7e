import { subjects } from '@assay/rpc/subjects';
import { startTelemetry } from '@assay/service/telemetry';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { startTestServers, type TestServers } from '../testing/servers.ts';
import { makeTriggerStream } from '../trigger-stream.ts';
import { deliver } from './deliver.ts';
import { createDeliveryPermits, deliveryLimits } from './admission/delivery-permits.ts';
import { openTriggerQueue } from './queue/trigger-queue.ts';
import { createDeliveryStore } from './claim/store.ts';
import { answered, portsThat, verifiedRisk } from './testing/ports.ts';
import { putWatch } from './testing/watches.ts';
import { startWorker, type Worker, type WorkerPorts } from './worker.ts';

const redeliverAfterMs = 1_500;

let servers: TestServers;
let workers: Worker[] = [];
/** Triggers by id, as often as a notification of theirs was sent. */
let sent: Map<string, number>;
let lastSlot = 0;

beforeAll(async () => {
  startTelemetry({ service: 'test', sampleRatio: 0 });
  servers = await startTestServers();
  const nats = servers.nats();
  if (nats === undefined) {
    throw new Error('there is no NATS');
  }
  await makeTriggerStream(nats, 1);
}, 60_000);

beforeEach(() => {
  sent = new Map();
});

afterEach(() => stopAll());

afterAll(async () => {
  await servers.close();
});

/** One replica's worker over the real queue and the real tables; everything else goes well. Webhooks answer when they are told. */
function startReplica(
  given: { readonly answers?: (url: string) => Promise<void>; readonly enter?: WorkerPorts['enter'] } = {},
): Worker {
  const store = createDeliveryStore(servers.postgres, { leaseMs: 3_000, waitMs: 10_000 });
  const worker = startWorker(
    {
      open: () => openTriggerQueue(servers.nats(), { streamReplicas: 1, redeliverAfterMs }),
      look: store.look,
      letWait: store.letWait,
      enter: given.enter ?? (async () => () => undefined),
      deliver: (trigger, visit) => {
        const ports = portsThat([], undefined, {
          newRun: (_trigger, traceparent) => ({
            triggerId: trigger.id,
            watchId: trigger.watchId,
            slot: trigger.slot,
            observedAtMs: trigger.observedAtMs,
            id: randomUUID(),
            traceparent,
            holdId: `wh_${randomUUID()}`,
          }),
          verify: async () => verifiedRisk(1, { data_json: JSON.stringify({ slot: Number(trigger.slot) }) }),
          post: async (url) => {
            sent.set(trigger.id, (sent.get(trigger.id) ?? 0) + 1);
            await given.answers?.(url);
            return answered(204);
          },
        });
        return deliver(trigger, visit, { ...ports, store });
      },
      pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
      handled: () => undefined,
      trouble: () => undefined,
    },
    redeliverAfterMs / 3,
  );
  workers.push(worker);
  return worker;
}

const after = (milliseconds: number): (() => Promise<void>) => {
  return () => new Promise((resolve) => setTimeout(resolve, milliseconds));
};

async function stopAll(): Promise<void> {
  await Promise.all(workers.map((worker) => worker.stop(5_000)));
  workers = [];
}

/** Puts a trigger of a newer slot into the queue; with copies the same one several times, under ids of their own. */
async function publish(watchId: string, copies = 1): Promise<string> {
  lastSlot += 1;
  const slot = lastSlot;
  const contentHash = slot.toString(16).padStart(64, '0');
  const payload = subjects.watchTriggered.encode({
    watch_id: watchId,
    address: 'address',
    slot,
    content_hash: contentHash,
    observed_at_ms: Date.now() + 3_600_000,
    traceparent: '',
  });
  for (let copy = 0; copy < copies; copy += 1) {
    await servers.nats()?.jetstream.publish(subjects.watchTriggered.subject, payload, { msgID: randomUUID() });
  }
  return `${watchId}.${slot}.${contentHash}`;
}

async function waiting(): Promise<number> {
  const manager = await servers.nats()?.manager();
  return (await manager?.streams.info(subjects.watchTriggered.stream))?.state.messages ?? -1;
}

async function untilEmpty(): Promise<void> {
  while ((await waiting()) !== 0) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Waits long for something, and not for ever: whether it is true in the end. */
async function comesTrue(isTrue: () => Promise<boolean>): Promise<boolean> {
  for (let tries = 0; tries < 1_000; tries += 1) {
    if (await isTrue()) {
      return true;
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return false;
}

test('two replicas share the queue: each trigger is sent once, copies of it included, and leaves the queue', async () => {
  const watches = await Promise.all(Array.from({ length: 20 }, () => putWatch(servers)));
  const triggers = await Promise.all(watches.map((watch, index) => publish(watch, (index % 3) + 1)));
  startReplica();
  startReplica();
  await untilEmpty();
  await stopAll();
  expect(Object.fromEntries(sent)).toEqual(Object.fromEntries(triggers.map((id) => [id, 1])));
}, 30_000);

test('triggers of one watch are delivered one after the other, and those that pile up are merged', async () => {
  const watch = await putWatch(servers);
  const first = await publish(watch);
  startReplica({ answers: after(300) });
  startReplica({ answers: after(300) });
  while (!sent.has(first)) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  for (let index = 0; index < 10; index += 1) {
    await publish(watch);
  }
  await untilEmpty();
  await stopAll();
  expect([...sent.values()].filter((count) => count !== 1)).toEqual([]);
  expect(sent.size).toBeLessThanOrEqual(4);
  expect(sent.size).toBeGreaterThanOrEqual(2);
}, 30_000);

test('what a replica took and did not settle comes to another one', async () => {
  const watch = await putWatch(servers);
  const silent = await openTriggerQueue(servers.nats(), { streamReplicas: 1, redeliverAfterMs });
  const trigger = await publish(watch);
  for await (const { trigger: taken } of silent.triggers) {
    expect(taken?.id).toBe(trigger);
    break;
  }
  await silent.close();
  startReplica();
  await untilEmpty();
  await stopAll();
  expect(sent.get(trigger)).toBe(1);
}, 30_000);

test('a replica that stops gives back what it has not begun, and another one has it before it would be late', async () => {
  const watches = await Promise.all(Array.from({ length: 40 }, () => putWatch(servers)));
  const stopping = startReplica({ answers: after(200) });
  await Promise.all(watches.map((watch) => publish(watch)));
  while (sent.size === 0) {
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await stopping.stop(5_000);
  startReplica();
  await untilEmpty();
  await stopAll();
  expect(sent.size).toBe(40);
  expect([...sent.values()].filter((count) => count !== 1)).toEqual([]);
}, 30_000);

test("with one account's 1,000 slow hosts, another account's notification is sent without waiting for any of them", async () => {
  let answer = (): void => undefined;
  const slow = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const hosts = Array.from({ length: 1_000 }, (_unused, index) => `https://slow-${index}.example/`);
  const crowd = await Promise.all(hosts.map((webhookUrl) => putWatch(servers, { accountId: 'acc_slow', webhookUrl })));
  const other = await putWatch(servers, { accountId: 'acc_other' });
  // Each changes three times, so that the crowd comes thrice.
  for (const watch of [...crowd, ...crowd, ...crowd]) {
    await publish(watch);
  }
  const trigger = await publish(other);
  startReplica({
    enter: createDeliveryPermits().acquire,
    answers: async (url) => (url.startsWith('https://slow') ? slow : undefined),
  });
  try {
    expect(await comesTrue(async () => sent.has(trigger) && sent.size > deliveryLimits.perAccount)).toBe(true);
    expect(sent.size).toBe(deliveryLimits.perAccount + 1);
    // Of a watch one trigger waits, beside one that is under way or is next; the others are merged.
    expect(await comesTrue(async () => (await waiting()) <= 2 * crowd.length)).toBe(true);
    expect(sent.size).toBe(deliveryLimits.perAccount + 1);
  } finally {
    answer();
  }
  await untilEmpty();
  await stopAll();
  const notified = new Set([...sent.keys()].map((id) => id.split('.')[0]));
  expect(crowd.filter((watch) => !notified.has(watch))).toEqual([]);
  expect([...sent.values()].filter((count) => count !== 1)).toEqual([]);
}, 60_000);

test('a NATS that was killed and came back is used again, and nothing is sent twice', async () => {
  const [before, after] = [await putWatch(servers), await putWatch(servers)];
  startReplica();
  const first = await publish(before);
  await untilEmpty();
  await servers.killNats();
  await servers.startNats();
  while (servers.nats()?.connected() !== true) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const second = await publish(after);
  await untilEmpty();
  await stopAll();
  expect(Object.fromEntries(sent)).toEqual({ [first]: 1, [second]: 1 });
}, 40_000);
