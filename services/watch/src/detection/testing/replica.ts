import { readConfig } from '@assay/runtime/config';
import { createLogger } from '@assay/telemetry/log';
import { createMetrics } from '@assay/telemetry/metrics';
import { subjects } from '@assay/rpc/subjects';
import type { WatchTriggered__Output } from '@assay/rpc/gen/assay/events/v1/WatchTriggered';
import { afterAll, afterEach, beforeAll, beforeEach, jest } from '@jest/globals';
import { AckPolicy, type Consumer } from '@nats-io/jetstream';
import { randomBytes } from 'node:crypto';
import { watchConfig } from '../../config.ts';
import { clockAddress } from '@assay/solana/programs';
import { partitionOf } from '../../partition.ts';
import { startTestServers, type WatchTestServers } from '../../testing/servers.ts';
import { makeTriggerStream } from '../../trigger-stream.ts';
import { openDetection, type Detection } from '../open-detection.ts';
import { startFakeNode, type FakeNode } from './fake-node.ts';

/** One replica of detection. `stop` shuts it down cleanly. */
export type DetectionReplica = {
  readonly detection: Detection;
  readonly stop: () => Promise<void>;
  /** Returns the number of partitions that the replica polls. */
  readonly partitions: () => Promise<number>;
};

/** Real servers, two fake nodes and functions for one test file. The nodes are new for every test. */
export type DetectionWorld = {
  readonly servers: WatchTestServers;
  readonly nodeA: FakeNode;
  readonly nodeB: FakeNode;
  /**
   * Starts a replica that polls both nodes every 50 ms and whose leases last one second. After the test it is stopped.
   */
  readonly startReplica: (options?: { readonly leaseMs?: number; readonly trigger?: 'stream' }) => DetectionReplica;
  /** Inserts a watch of an address, as the registry does, and returns its id. */
  readonly addWatch: (address: string) => Promise<string>;
  /** Sets the account at an address on both nodes. Returns the slot of the change, one above the newest. */
  readonly setAccount: (address: string, data: string) => number;
  /**
   * Returns the stored content hash of an address in hex. Undefined before the first poll and while a change is
   * pending.
   */
  readonly hashOf: (address: string) => Promise<string | undefined>;
  /** Waits until the address was polled for the first time. */
  readonly waitForBaseline: (address: string) => Promise<void>;
  /** Waits until the content hash of an address differs from `before` and the change is finished. */
  readonly waitForChange: (address: string, before: string | undefined) => Promise<void>;
  /** Waits until one complete round has started and ended. */
  readonly waitForRound: () => Promise<void>;
  /** Takes all triggers out of the queue. */
  readonly takeTriggers: () => Promise<WatchTriggered__Output[]>;
};

const { stream, decode } = subjects.watchTriggered;
let addressCount = 0;

/** Returns an address that no other test uses. */
export const newAddress = (): string => `address-${(addressCount += 1)}`;

/** Waits until a condition holds. Throws after 20 seconds. */
export async function waitUntil(holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!(await holds())) {
    if (Date.now() > deadline) {
      throw new Error('the condition did not become true in time');
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Starts the servers before the tests of a file and closes them after. Use the result inside tests. */
export function useDetectionWorld(): DetectionWorld {
  jest.setTimeout(60_000);
  const world = {} as DetectionWorld;
  const replicas: DetectionReplica[] = [];
  beforeAll(async () => {
    Object.assign(world, { servers: await startTestServers() });
  });
  afterAll(() => world.servers.close());
  beforeEach(async () => {
    const { servers } = world;
    const [nodeA, nodeB] = [await startFakeNode(), await startFakeNode()];
    await servers.sql('DELETE FROM watches');
    await servers.sql('DELETE FROM addresses');
    const consumer = await openConsumer(servers);
    const nodes = { nodeA, nodeB };
    Object.assign(world, nodes, createHelpers(servers, nodes), {
      takeTriggers: () => takeTriggers(consumer),
      startReplica: (options: Parameters<DetectionWorld['startReplica']>[0] = {}) => {
        const replica = startReplica(servers, nodes, options);
        replicas.push(replica);
        return replica;
      },
    });
  });
  afterEach(async () => {
    for (const { stop } of replicas.splice(0)) {
      await stop();
    }
    await Promise.all([world.nodeA.close(), world.nodeB.close()]);
  });
  return world;
}

type Nodes = Pick<DetectionWorld, 'nodeA' | 'nodeB'>;

async function openConsumer({ nats }: WatchTestServers): Promise<Consumer> {
  await makeTriggerStream(nats, { replicas: 1, onSizeRefused: () => undefined });
  const manager = await nats.manager();
  await manager.streams.purge(stream);
  await manager.consumers.add(stream, { durable_name: 'test', ack_policy: AckPolicy.Explicit });
  return nats.jetstream.consumers.get(stream, 'test');
}

function startReplica(
  servers: WatchTestServers,
  { nodeA, nodeB }: Nodes,
  options: { readonly leaseMs?: number; readonly trigger?: 'stream' },
): DetectionReplica {
  const config = readConfig(watchConfig, {
    ASSAY_PG_URL: servers.databaseUrl,
    ASSAY_NATS_URL: servers.natsUrl,
    ASSAY_BILLING_ADDRESS: 'none:1',
    ASSAY_ENGINE_ADDRESS: 'none:1',
    ASSAY_ADMIN_TOKEN: 'an-operator-token',
    ASSAY_WATCH_SECRET_KEYS: `k:${randomBytes(32).toString('base64url')}`,
    ASSAY_RPC_URLS: JSON.stringify({ a: nodeA.url, b: nodeB.url }),
    ASSAY_POLL_INTERVAL_MS: '50',
    ASSAY_TRIGGER: options.trigger ?? 'poll',
    ASSAY_WATCH_LEASE_MS: String(options.leaseMs ?? 1_000),
  });
  const closers: (() => unknown)[] = [];
  const metrics = createMetrics('watch');
  const detection = openDetection(
    { postgres: servers.postgres, nats: () => servers.nats },
    { ...config, ASSAY_MODE: 'sandbox' },
    {
      log: createLogger('watch', 'silent'),
      metrics,
      defer: (_name, close) => closers.push(close),
      check: () => undefined,
    },
  );
  return {
    detection,
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
}

type Helpers = Pick<
  DetectionWorld,
  'addWatch' | 'setAccount' | 'hashOf' | 'waitForBaseline' | 'waitForChange' | 'waitForRound'
>;

function createHelpers({ sql }: WatchTestServers, { nodeA, nodeB }: Nodes): Helpers {
  const hashOf = async (address: string): Promise<string | undefined> => {
    const rows = await sql<{ hash: string | null }>(
      "SELECT encode(content_hash, 'hex') AS hash FROM addresses WHERE address = $1 AND pending_hash IS NULL",
      [address],
    );
    return rows[0]?.hash ?? undefined;
  };
  return {
    hashOf,
    addWatch: async (address) => {
      const id = `w_${randomBytes(8).toString('hex')}`;
      const partition = partitionOf(address);
      await sql('INSERT INTO addresses (address, partition) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
        address,
        partition,
      ]);
      await sql(
        `INSERT INTO watches (id, account_id, type, params, webhook_url, min_interval_seconds, watched_address,
                              secret_encrypted, secret_key_id)
         VALUES ($1, 'acc', 'chain.resolve_address', '{}', 'http://x', 30, $2, '', 'k')`,
        [id, address],
      );
      return id;
    },
    setAccount: (address, data) => {
      const slot = Math.max(nodeA.slot, nodeB.slot) + 1;
      for (const node of [nodeA, nodeB]) {
        node.slot = slot;
        node.accounts.set(address, { lamports: '5', owner: 'o', executable: false, data });
      }
      return slot;
    },
    waitForBaseline: (address) => waitUntil(async () => (await hashOf(address)) !== undefined),
    waitForChange: (address, before) =>
      waitUntil(async () => {
        const hash = await hashOf(address);
        return hash !== undefined && hash !== before;
      }),
    waitForRound: async () => {
      const countCalls = (): number =>
        [...nodeA.calls, ...nodeB.calls].filter(([first]) => first !== clockAddress).length;
      const before = countCalls();
      await waitUntil(async () => countCalls() >= before + 3);
    },
  };
}

async function takeTriggers(consumer: Consumer): Promise<WatchTriggered__Output[]> {
  const triggers: WatchTriggered__Output[] = [];
  const messages = await consumer.fetch({ max_messages: 5_000, expires: 1_000 });
  const info = await consumer.info();
  let remaining = info.num_pending + info.num_ack_pending;
  if (remaining === 0) {
    messages.stop();
    return triggers;
  }
  for await (const message of messages) {
    triggers.push(decode(message.data));
    message.ack();
    remaining -= 1;
    if (remaining === 0) {
      messages.stop();
    }
  }
  return triggers;
}
