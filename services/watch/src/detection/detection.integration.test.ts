import { AckPolicy, type Consumer } from '@nats-io/jetstream';
import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { subjects } from '@assay/rpc/subjects';
import type { WatchTriggered__Output } from '@assay/rpc/gen/assay/events/v1/WatchTriggered';
import { readConfig } from '@assay/service/config';
import { createLogger } from '@assay/service/log';
import { createMetrics } from '@assay/service/metrics';
import { randomBytes } from 'node:crypto';
import { watchConfig } from '../config.ts';
import { partitionOf } from '../partition.ts';
import { makeTriggerStream } from '../trigger-stream.ts';
import { startFakeNode, type FakeNode } from './testing/fake-node.ts';
import { startTestServers, type TestServers } from '../testing/servers.ts';
import { openTrigger, type Trigger } from './open.ts';

const patienceMs = 60_000;
jest.setTimeout(patienceMs);
const { stream, subject, decode } = subjects.watchTriggered;

let servers: TestServers;
let nodeA: FakeNode;
let nodeB: FakeNode;
let consumer: Consumer;
const replicas: Replica[] = [];
let addressCount = 0;

/** One replica's trigger, ended in order or as a killed process would be. */
type Replica = {
  readonly trigger: Trigger;
  readonly stop: () => Promise<void>;
  readonly partitions: () => Promise<number>;
};

beforeAll(async () => {
  servers = await startTestServers();
});
afterAll(() => servers.close());

beforeEach(async () => {
  [nodeA, nodeB] = [await startFakeNode(), await startFakeNode()];
  await servers.sql('DELETE FROM watches');
  await servers.sql('DELETE FROM addresses');
  const nats = servers.nats();
  if (nats === undefined) {
    throw new Error('NATS was not reached');
  }
  await makeTriggerStream(nats, 1);
  const manager = await nats.manager();
  await manager.streams.purge(stream);
  await manager.consumers.add(stream, { durable_name: 'test', ack_policy: AckPolicy.Explicit });
  consumer = await nats.jetstream.consumers.get(stream, 'test');
});
afterEach(async () => {
  for (const { stop } of replicas.splice(0)) {
    await stop();
  }
  await Promise.all([nodeA.close(), nodeB.close()]);
});

/** Starts a replica that polls every 50 ms and leases for a second, over the two nodes. */
function startReplica(options: { readonly leaseMs?: number; readonly trigger?: 'stream' } = {}): Replica {
  const config = readConfig(watchConfig, {
    ASSAY_PG_URL: servers.databaseUrl,
    ASSAY_NATS_URL: servers.natsUrl,
    ASSAY_BILLING_ADDRESS: 'none:1',
    ASSAY_ENGINE_ADDRESS: 'none:1',
    ASSAY_WATCH_SECRET_KEYS: `k:${randomBytes(32).toString('base64url')}`,
    ASSAY_RPC_URLS: JSON.stringify({ a: nodeA.url, b: nodeB.url }),
    ASSAY_POLL_INTERVAL_MS: '50',
    ASSAY_TRIGGER: options.trigger ?? 'poll',
    ASSAY_WATCH_LEASE_MS: String(options.leaseMs ?? 1_000),
  });
  const closers: (() => unknown)[] = [];
  const metrics = createMetrics('watch');
  const trigger = openTrigger({ postgres: servers.postgres, nats: servers.nats }, config, {
    log: createLogger('watch', 'silent'),
    metrics,
    defer: (_name, close) => closers.push(close),
    check: () => undefined,
    onLeave: () => undefined,
    onDrain: () => undefined,
    stopping: () => false,
  });
  const replica = {
    trigger,
    stop: async () => {
      for (const close of closers.splice(0).toReversed()) {
        await close();
      }
    },
    partitions: async () => {
      const gauge = await metrics.registry.getSingleMetric('assay_watch_partitions')?.get();
      return gauge?.values[0]?.value ?? 0;
    },
  };
  replicas.push(replica);
  return replica;
}

/** Keeps a watch on an address, as the registry would, and gives its id. */
async function addWatch(address: string): Promise<string> {
  const id = `w_${randomBytes(8).toString('hex')}`;
  await servers.sql('INSERT INTO addresses (address, partition) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    address,
    partitionOf(address),
  ]);
  await servers.sql(
    `INSERT INTO watches (id, account_id, type, params, webhook_url, min_interval_seconds, watched_address,
                          secret_encrypted, secret_key_id)
     VALUES ($1, 'acc', 'chain.resolve_address', '{}', 'http://x', 30, $2, '', 'k')`,
    [id, address],
  );
  return id;
}

const newAddress = (): string => `address-${(addressCount += 1)}`;

/** What stands at an address from the next slot on, on both nodes. */
function put(address: string, data: string): number {
  const slot = Math.max(nodeA.slot, nodeB.slot) + 1;
  for (const node of [nodeA, nodeB]) {
    node.slot = slot;
    node.accounts.set(address, { lamports: '5', owner: 'o', executable: false, data });
  }
  return slot;
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!(await holds())) {
    if (Date.now() > deadline) {
      throw new Error('it did not come to pass');
    }
    await new Promise((wait) => setTimeout(wait, 10));
  }
}

const hashOf = async (address: string): Promise<string | undefined> => {
  const rows = await servers.sql<{ hash: string | null }>(
    "SELECT encode(content_hash, 'hex') AS hash FROM addresses WHERE address = $1 AND pending_hash IS NULL",
    [address],
  );
  return rows[0]?.hash ?? undefined;
};

/** Waits until an address was polled for the first time. */
const baseline = (address: string): Promise<void> => until(async () => (await hashOf(address)) !== undefined);

/** Waits until a change of what stood there before is dealt with. */
const changedFrom = (address: string, before: string | undefined): Promise<void> =>
  until(async () => {
    const hash = await hashOf(address);
    return hash !== undefined && hash !== before;
  });

/** Waits until the triggers of a change wait to be published. */
const pending = (address: string): Promise<void> => until(async () => (await hashOf(address)) === undefined);

/** Waits until a whole round was begun and ended after this moment, on either node. */
async function nextRound(): Promise<void> {
  const calls = (): number => nodeA.calls.length + nodeB.calls.length;
  const before = calls();
  await until(async () => calls() >= before + 3);
}

/** Takes everything that is in the queue now. */
async function takeAll(): Promise<WatchTriggered__Output[]> {
  const taken: WatchTriggered__Output[] = [];
  const messages = await consumer.fetch({ max_messages: 5_000, expires: 1_000 });
  const info = await consumer.info();
  let left = info.num_pending + info.num_ack_pending;
  if (left === 0) {
    messages.stop();
    return taken;
  }
  for await (const message of messages) {
    taken.push(decode(message.data));
    message.ack();
    left -= 1;
    if (left === 0) {
      messages.stop();
    }
  }
  return taken;
}

test('a change is published once for each watch of its address, and the address is read once a round for all of them', async () => {
  const [watched, quiet] = [newAddress(), newAddress()];
  put(watched, 'AAAA');
  put(quiet, 'AAAA');
  const ids = [await addWatch(watched), await addWatch(watched), await addWatch(watched)];
  await addWatch(quiet);
  startReplica();
  await baseline(watched);
  await baseline(quiet);
  const before = await hashOf(watched);
  const slot = put(watched, 'AAAB');
  await changedFrom(watched, before);
  await nextRound();
  const triggers = await takeAll();
  expect(triggers.map(({ watch_id: id }) => id).toSorted()).toEqual(ids.toSorted());
  for (const trigger of triggers) {
    expect(trigger).toMatchObject({ address: watched, slot: String(slot), content_hash: await hashOf(watched) });
    expect(Math.abs(Date.now() - Number(trigger.observed_at_ms))).toBeLessThan(20_000);
  }
  expect(nodeA.calls.every((addresses) => new Set(addresses).size === addresses.length)).toBe(true);
  expect(nodeB.calls).toEqual([]);
  const rows = await servers.sql<{ at: Date | null }>(
    'SELECT last_triggered_at AS at FROM watches WHERE watched_address = $1',
    [watched],
  );
  expect(rows.every(({ at }) => at !== null)).toBe(true);
});

test('an address is looked at as soon as the registry asks for it, so the change after that is noticed', async () => {
  const address = newAddress();
  put(address, 'AAAA');
  const { trigger, partitions } = startReplica();
  await until(async () => (await partitions()) > 0);
  const id = await addWatch(address);
  await trigger.firstLook(address);
  const before = await hashOf(address);
  expect(before).toBeDefined();
  put(address, 'AAAB');
  await changedFrom(address, before);
  expect((await takeAll()).map(({ watch_id: watch }) => watch)).toEqual([id]);
});

test('a restart neither loses a change that happened meanwhile nor invents one that did not', async () => {
  const [changed, same] = [newAddress(), newAddress()];
  put(changed, 'AAAA');
  put(same, 'AAAA');
  const id = await addWatch(changed);
  await addWatch(same);
  const first = startReplica();
  await baseline(changed);
  await baseline(same);
  await first.stop();
  const before = await hashOf(changed);
  put(changed, 'AAAB');
  startReplica();
  await changedFrom(changed, before);
  await nextRound();
  expect((await takeAll()).map(({ watch_id: watch }) => watch)).toEqual([id]);
});

test('triggers whose publisher died before it could finish are published again under the same ids, and stored once', async () => {
  const address = newAddress();
  put(address, 'AAAA');
  await addWatch(address);
  await addWatch(address);
  const first = startReplica();
  await baseline(address);
  const before = await hashOf(address);
  put(address, 'AAAB');
  await changedFrom(address, before);
  await first.stop();
  // What a process leaves behind that dies between the last acknowledgement and the end of the change.
  await servers.sql(
    `UPDATE addresses SET pending_hash = content_hash, pending_slot = slot, pending_at = now(),
            content_hash = decode($2, 'hex'), slot = slot - 1 WHERE address = $1`,
    [address, before],
  );
  startReplica();
  await changedFrom(address, undefined);
  expect(await takeAll()).toHaveLength(2);
});

test('a change while NATS is away is published when it is back', async () => {
  const address = newAddress();
  put(address, 'AAAA');
  const id = await addWatch(address);
  startReplica();
  await baseline(address);
  await servers.killNats();
  try {
    const slot = put(address, 'AAAB');
    await until(async () => {
      const rows = await servers.sql('SELECT FROM addresses WHERE address = $1 AND pending_slot = $2', [address, slot]);
      return rows.length === 1;
    });
    put(address, 'AAAC');
  } finally {
    await servers.startNats();
  }
  await until(async () => servers.nats()?.connected() === true);
  const last = put(address, 'AAAC');
  await until(async () => {
    const rows = await servers.sql('SELECT FROM addresses WHERE address = $1 AND slot >= $2', [address, last - 1]);
    return rows.length === 1;
  });
  const triggers = await takeAll();
  expect(triggers.map(({ watch_id: watch }) => watch)).toEqual([id, id]);
  expect(new Set(triggers.map(({ content_hash: hash }) => hash)).size).toBe(2);
});

test('a watch that was deleted is silent from the next poll on, and the others of its address are not', async () => {
  const address = newAddress();
  put(address, 'AAAA');
  const [gone, left] = [await addWatch(address), await addWatch(address)];
  startReplica();
  await baseline(address);
  await servers.sql('DELETE FROM watches WHERE id = $1', [gone]);
  const before = await hashOf(address);
  put(address, 'AAAB');
  await changedFrom(address, before);
  expect((await takeAll()).map(({ watch_id: id }) => id)).toEqual([left]);
});

test('a node that fails is left for another, and one that shows an older state triggers nothing', async () => {
  const address = newAddress();
  put(address, 'AAAA');
  const id = await addWatch(address);
  startReplica();
  await baseline(address);
  const before = await hashOf(address);
  nodeA.failing = true;
  put(address, 'AAAB');
  // The other node is still where it was.
  nodeB.slot -= 1;
  nodeB.accounts.set(address, { lamports: '5', owner: 'o', executable: false, data: 'AAAA' });
  await nextRound();
  expect(await hashOf(address)).toBe(before);
  nodeA.failing = false;
  put(address, 'AAAB');
  await changedFrom(address, before);
  nodeA.failing = true;
  nodeB.slot -= 3;
  nodeB.accounts.set(address, { lamports: '5', owner: 'o', executable: false, data: 'AAAA' });
  await nextRound();
  expect((await takeAll()).map(({ watch_id: watch }) => watch)).toEqual([id]);
});

test('replicas share the partitions, and those of one that stops or dies move to the other within the lease', async () => {
  const addresses = Array.from({ length: 60 }, newAddress);
  for (const address of addresses) {
    put(address, 'AAAA');
    await addWatch(address);
  }
  const [one, two] = [startReplica({ leaseMs: 2_000 }), startReplica({ leaseMs: 2_000 })];
  await until(async () => (await one.partitions()) === 32 && (await two.partitions()) === 32);
  await one.stop();
  await until(async () => (await two.partitions()) === 64);
  // A replica that died is one whose row is there and whom nobody renews.
  await two.stop();
  await servers.sql("INSERT INTO replicas VALUES ('dead', clock_timestamp() + interval '1 second')");
  await servers.sql("UPDATE partitions SET replica = 'dead', leased_until = clock_timestamp() + interval '1 second'");
  const startedAt = Date.now();
  const three = startReplica({ leaseMs: 2_000 });
  await until(async () => (await three.partitions()) === 64);
  expect(Date.now() - startedAt).toBeGreaterThan(900);
  const moved = addresses[0] ?? '';
  await baseline(moved);
  const before = await hashOf(moved);
  put(moved, 'AAAB');
  await changedFrom(moved, before);
  expect(await takeAll()).toHaveLength(1);
});

test('a queue that is full keeps what it has, and what it refused is published when there is room', async () => {
  const address = newAddress();
  put(address, 'AAAA');
  const id = await addWatch(address);
  startReplica();
  await baseline(address);
  const manager = await servers.nats()?.manager();
  const config = (await manager?.streams.info(stream))?.config;
  await manager?.streams.update(stream, { ...config, max_msgs: 1 });
  await servers.nats()?.jetstream.publish(subject, subjects.watchTriggered.encode({ watch_id: 'earlier' }));
  const before = await hashOf(address);
  put(address, 'AAAB');
  await pending(address);
  expect((await takeAll()).map(({ watch_id: watch }) => watch)).toEqual(['earlier']);
  await changedFrom(address, before);
  expect((await takeAll()).map(({ watch_id: watch }) => watch)).toEqual([id]);
  await manager?.streams.update(stream, { ...config, max_msgs: -1 });
});

test('told by a node, changes are noticed though nothing can be polled, and again after the connection was lost', async () => {
  const address = newAddress();
  put(address, 'AAAA');
  const id = await addWatch(address);
  startReplica({ trigger: 'stream' });
  await baseline(address);
  const nodes = [nodeA, nodeB];
  nodes.forEach((node) => Object.assign(node, { failing: true }));
  const isHeard = (): boolean => nodes.some((node) => node.subscribed().includes(address));
  for (const data of ['AAAB', 'AAAC']) {
    await until(async () => isHeard());
    const before = await hashOf(address);
    put(address, data);
    nodes.forEach((node) => node.notify(address));
    await changedFrom(address, before);
    nodes.forEach((node) => node.disconnectAll());
    await until(async () => !isHeard());
  }
  nodes.forEach((node) => Object.assign(node, { failing: false }));
  await nextRound();
  expect((await takeAll()).map(({ watch_id: watch }) => watch)).toEqual([id, id]);
});
