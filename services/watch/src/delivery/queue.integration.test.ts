import { subjects } from '@assay/rpc/subjects';
import { pause } from '@assay/runtime/clock';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { startTestServers, type WatchTestServers } from '../testing/servers.ts';
import { makeTriggerStream } from '../trigger-stream.ts';
import { deliver } from './deliver.ts';
import { createDeliveryPermits, deliveryLimits } from './admission/delivery-permits.ts';
import { createPrecheckStore } from './precheck/precheck.ts';
import { openTriggerQueue } from './queue/trigger-queue.ts';
import { createClaimStore } from './claim/store.ts';
import { largeShare } from './testing/replicas.ts';
import { answered, createTestPorts, useTracer, verifiedRisk } from './testing/test-ports.ts';
import { insertWatch } from './testing/watches.ts';
import { startWorker, type DeliveryWorker, type WorkerPorts } from './worker.ts';

const redeliverAfterMs = 1_500;
const queueOptions = { streamReplicas: 1, redeliverAfterMs, onSizeRefused: () => undefined };

let servers: WatchTestServers;
let workers: DeliveryWorker[] = [];
/** Number of sent notifications by trigger. */
let sent: Map<string, number>;
let lastSlot = 0;

useTracer();

beforeAll(async () => {
  servers = await startTestServers();
  await makeTriggerStream(servers.nats, { replicas: 1, onSizeRefused: () => undefined });
}, 180_000);

beforeEach(() => {
  sent = new Map();
});

afterEach(() => stopAll());

afterAll(async () => {
  await servers.close();
});

/** Starts the worker of one replica over the real queue and tables. Every other dependency succeeds. */
function startReplica(
  given: {
    /** Resolves when the webhook answers. */
    readonly answer?: (url: string) => Promise<void>;
    readonly acquire?: WorkerPorts['acquire'];
  } = {},
): DeliveryWorker {
  const deferMs = 10_000;
  const claims = createClaimStore(servers.postgres, {
    leaseMs: 3_000,
    deferMs,
    share: largeShare,
    destinationShare: { maxInFlight: 10_000, maxPerMinute: 10_000 },
  });
  const worker = startWorker(
    {
      ...createPrecheckStore(servers.postgres, deferMs, largeShare),
      open: () => openTriggerQueue(servers.nats, queueOptions),
      acquire: given.acquire ?? (async () => () => undefined),
      fullDestinations: { waitMs: () => 0 },
      deliver: (trigger, deliveryCount) => {
        const ports = createTestPorts([], undefined, {
          verify: async () => verifiedRisk(1, { data_json: JSON.stringify({ slot: Number(trigger.slot) }) }),
          post: async (url, _body, _headers, mayConnect) => {
            if ((await mayConnect?.([`domain ${new URL(url).host}`])) === false) {
              return { kind: 'prevented' };
            }
            sent.set(trigger.id, (sent.get(trigger.id) ?? 0) + 1);
            await given.answer?.(url);
            return answered(204);
          },
        });
        return deliver(trigger, deliveryCount, { ...ports, claims });
      },
      pause,
      onResult: () => undefined,
      onWarning: () => undefined,
      onMalformed: () => undefined,
    },
    redeliverAfterMs / 3,
  );
  workers.push(worker);
  return worker;
}

async function stopAll(): Promise<void> {
  await Promise.all(workers.map((worker) => worker.stop(5_000)));
  workers = [];
}

/** Publishes a trigger with a newer slot. Each copy is a message with a different id. Returns the trigger's id. */
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
    await servers.nats.jetstream.publish(subjects.watchTriggered.subject, payload, { msgID: randomUUID() });
  }
  return `${watchId}.${slot}.${contentHash}`;
}

async function countMessages(): Promise<number> {
  const manager = await servers.nats.manager();
  return (await manager.streams.info(subjects.watchTriggered.stream)).state.messages;
}

async function waitUntilEmpty(): Promise<void> {
  while ((await countMessages()) !== 0) {
    await pause(20);
  }
}

/** Waits up to ten seconds for a condition, and returns whether it became true. */
async function becomesTrue(isTrue: () => Promise<boolean>): Promise<boolean> {
  for (let tries = 0; tries < 1_000; tries += 1) {
    if (await isTrue()) {
      return true;
    }
    await pause(10);
  }
  return false;
}

test('two replicas share the queue: each trigger is sent once, however many copies it has, and leaves the queue', async () => {
  const watches = await Promise.all(Array.from({ length: 20 }, () => insertWatch(servers)));
  const triggers = await Promise.all(watches.map((watch, index) => publish(watch, (index % 3) + 1)));
  startReplica();
  startReplica();
  await waitUntilEmpty();
  await stopAll();
  expect(Object.fromEntries(sent)).toEqual(Object.fromEntries(triggers.map((id) => [id, 1])));
}, 120_000);

test('triggers of one watch are delivered one after the other, and triggers that wait are merged', async () => {
  const watch = await insertWatch(servers);
  const first = await publish(watch);
  startReplica({ answer: () => pause(300) });
  startReplica({ answer: () => pause(300) });
  while (!sent.has(first)) {
    await pause(5);
  }
  for (let index = 0; index < 10; index += 1) {
    await publish(watch);
  }
  await waitUntilEmpty();
  await stopAll();
  expect([...sent.values()].filter((count) => count !== 1)).toEqual([]);
  expect(sent.size).toBeLessThanOrEqual(4);
  expect(sent.size).toBeGreaterThanOrEqual(2);
}, 120_000);

test('a trigger that a replica took and did not acknowledge is delivered to another one', async () => {
  const watch = await insertWatch(servers);
  const silent = await openTriggerQueue(servers.nats, queueOptions);
  const trigger = await publish(watch);
  for await (const { trigger: taken } of silent.triggers) {
    expect(taken?.id).toBe(trigger);
    break;
  }
  await silent.close();
  startReplica();
  await waitUntilEmpty();
  await stopAll();
  expect(sent.get(trigger)).toBe(1);
}, 120_000);

test('a replica that stops returns the triggers that it has not claimed, and another one delivers them', async () => {
  const watches = await Promise.all(Array.from({ length: 40 }, () => insertWatch(servers)));
  const stopping = startReplica({ answer: () => pause(200) });
  await Promise.all(watches.map((watch) => publish(watch)));
  while (sent.size === 0) {
    await pause(1);
  }
  await stopping.stop(5_000);
  startReplica();
  await waitUntilEmpty();
  await stopAll();
  expect(sent.size).toBe(40);
  expect([...sent.values()].filter((count) => count !== 1)).toEqual([]);
}, 120_000);

test('1,000 slow hosts of one account do not delay the notification of another account', async () => {
  let answerAll = (): void => undefined;
  const slow = new Promise<void>((resolve) => {
    answerAll = resolve;
  });
  const hosts = Array.from({ length: 1_000 }, (_unused, index) => `https://slow-${index}.example/`);
  const slowWatches: string[] = [];
  for (const webhookUrl of hosts) {
    slowWatches.push(await insertWatch(servers, { accountId: 'acc_slow', webhookUrl }));
  }
  const otherWatch = await insertWatch(servers, { accountId: 'acc_other' });
  // Each slow watch changes three times.
  for (const watch of [...slowWatches, ...slowWatches, ...slowWatches]) {
    await publish(watch);
  }
  const trigger = await publish(otherWatch);
  startReplica({
    acquire: createDeliveryPermits().acquire,
    answer: async (url) => (url.startsWith('https://slow') ? slow : undefined),
  });
  try {
    expect(await becomesTrue(async () => sent.has(trigger) && sent.size > deliveryLimits.perAccount)).toBe(true);
    expect(sent.size).toBe(deliveryLimits.perAccount + 1);
    // Each watch has at most one deferred trigger, and one that is in flight or next. The others are merged.
    expect(await becomesTrue(async () => (await countMessages()) <= 2 * slowWatches.length)).toBe(true);
    expect(sent.size).toBe(deliveryLimits.perAccount + 1);
  } finally {
    answerAll();
  }
  await waitUntilEmpty();
  await stopAll();
  const notified = new Set([...sent.keys()].map((id) => id.split('.')[0]));
  expect(slowWatches.filter((watch) => !notified.has(watch))).toEqual([]);
  expect([...sent.values()].filter((count) => count !== 1)).toEqual([]);
}, 180_000);

test('after NATS was killed and started again, triggers are delivered, and none is sent twice', async () => {
  const [before, after] = [await insertWatch(servers), await insertWatch(servers)];
  startReplica();
  const first = await publish(before);
  await waitUntilEmpty();
  await servers.killNats();
  await servers.startNats();
  while (!servers.nats.connected()) {
    await pause(20);
  }
  const second = await publish(after);
  await waitUntilEmpty();
  await stopAll();
  expect(Object.fromEntries(sent)).toEqual({ [first]: 1, [second]: 1 });
}, 120_000);
