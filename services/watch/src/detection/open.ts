import { randomUUID } from 'node:crypto';
import type { Nats } from '@assay/service/nats';
import type { Postgres } from '@assay/service/postgres';
import type { ServiceTools } from '@assay/service/run';
import type { WatchConfig } from '../config.ts';
import { createChanges, type Changes } from './change-detector.ts';
import { createLeaseStore } from './lease-store.ts';
import { createLeases, type Leases } from './partition-leases.ts';
import { openWebSocket, webSocketUrl } from './websocket.ts';
import { createTriggerMeasures, type TriggerMeasures } from './metrics.ts';
import { createNodeConnections } from './node-connections.ts';
import { createNodes, type Nodes } from './node-pool.ts';
import { createNotices } from './push-updates.ts';
import { keepPolling, pollOnce } from './poller.ts';
import { createTriggerPublisher } from './trigger-publisher.ts';
import { createTriggerStore, type TriggerStore } from './address-store.ts';
import { createSubscriptions } from './account-subscriptions.ts';

/** What the trigger works with. */
export type TriggerParts = {
  readonly postgres: Postgres;
  /** Undefined until NATS was reached for the first time. */
  readonly nats: () => Nats | undefined;
};

/** What the registry asks of the trigger. */
export type Trigger = {
  /**
   * Reads an address that was never polled, so that whatever changes from now on is noticed. Takes half a second at most and
   * never rejects: the polling does the same a little later.
   */
  readonly firstLook: (address: string) => Promise<void>;
};

const nodeTimeoutMs = 5_000;
const firstLookMs = 500;
const tendEveryMs = 500;
const now = (): number => performance.now();
const after = (milliseconds: number, call: () => void): (() => void) => {
  const timer = setTimeout(call, milliseconds);
  return () => clearTimeout(timer);
};

/** Polls the watched addresses of the partitions that this replica leases, until the service stops. */
export function openTrigger({ postgres, nats }: TriggerParts, config: WatchConfig, tools: ServiceTools): Trigger {
  const { log } = tools;
  const measures = createTriggerMeasures(tools.metrics);
  const store = createTriggerStore(postgres);
  const publisher = createTriggerPublisher(nats, config.ASSAY_STREAM_REPLICAS, {
    published: measures.published,
    trouble: (what, error) => log.warn({ err: error }, what),
  });
  every(tendEveryMs, publisher.tend, tools);
  checkQueue(publisher.available, tools);
  const changes = createChanges({ store, publish: publisher.publish, noticed: measures.noticed });
  if (Object.keys(config.ASSAY_RPC_URLS).length === 0) {
    // A replica that cannot read takes no partition from those that can.
    log.warn('ASSAY_RPC_URLS names no node: this replica notices no change');
    return { firstLook: () => Promise.resolve() };
  }
  const nodes = openNodes(config, measures, tools);
  const leases = openLeases(postgres, config, tools);
  const wanted = listen(config, nodes, { store, changes, measures }, tools);

  const round = async (): Promise<void> => {
    if (leases.held().length === 0) {
      // At the start the first lease is on its way, and after an outage it need not be waited for either.
      await leases.tick();
    }
    const startedAt = now();
    const partitions = leases.held().length;
    measures.leased(partitions);
    if (partitions === 0) {
      return;
    }
    const { read, missed } = await pollOnce({
      store: {
        addressesIn: async (partitions) => {
          const rows = await store.addressesIn(partitions);
          wanted(rows.map(({ address }) => address));
          return rows;
        },
      },
      held: leases.held,
      read: nodes.read,
      changes,
      concurrency: config.ASSAY_POLL_CONCURRENCY,
      failed: (error) => log.warn({ err: error }, 'a round of polling was cut short'),
    });
    measures.round({ seconds: (now() - startedAt) / 1_000, read, missed });
  };
  const guarded = (): Promise<void> =>
    round().catch((error: unknown) => log.warn({ err: error }, 'a round of polling failed'));
  tools.defer('polling', keepPolling(guarded, config.ASSAY_POLL_INTERVAL_MS, { now, after }));
  return { firstLook: (address) => firstLook(address, { store, nodes, changes }, tools) };
}

function openNodes(config: WatchConfig, measures: TriggerMeasures, tools: ServiceTools): Nodes {
  const connections = createNodeConnections({
    timeoutMs: nodeTimeoutMs,
    connections: config.ASSAY_POLL_CONCURRENCY + 2,
  });
  tools.defer('node connections', connections.close);
  return createNodes({
    nodes: Object.entries(config.ASSAY_RPC_URLS).map(([name, url]) => connections.open(name, url)),
    now,
    called: measures.call,
    left: (node, reason) => tools.log.warn({ node, err: reason }, 'a node is left for another'),
  });
}

function openLeases(postgres: Postgres, config: WatchConfig, tools: ServiceTools): Leases {
  const leases = createLeases({
    store: createLeaseStore(postgres),
    replica: randomUUID(),
    leaseMs: config.ASSAY_WATCH_LEASE_MS,
    now,
    failed: (error) => tools.log.warn({ err: error }, 'partitions could not be leased'),
  });
  tools.defer('leases', leases.release);
  void leases.tick();
  every(config.ASSAY_WATCH_LEASE_MS / 4, leases.tick, tools);
  return leases;
}

/** Opens the streaming trigger where it is wanted. What it returns is told the addresses of every round. */
function listen(
  config: WatchConfig,
  nodes: Nodes,
  parts: { readonly store: TriggerStore; readonly changes: Changes; readonly measures: TriggerMeasures },
  tools: ServiceTools,
): (addresses: readonly string[]) => void {
  if (config.ASSAY_TRIGGER !== 'stream') {
    return () => undefined;
  }
  const notices = createNotices(parts.store, parts.changes, (error) =>
    tools.log.warn({ err: error }, 'changes told by a node are left to the polling'),
  );
  const urls = { ...config.ASSAY_RPC_URLS, ...config.ASSAY_RPC_STREAM_URLS };
  const subscriptions = createSubscriptions({
    open: (events) => openWebSocket(webSocketUrl(urls[nodes.preferred()?.name ?? ''] ?? ''), events),
    seen: notices.seen,
    clock: { now, after, chance: Math.random },
    told: (event, listening) => {
      parts.measures.stream(event, listening);
      tools.log.info({ event, listening }, 'the streaming trigger');
    },
  });
  tools.defer('subscriptions', async () => {
    subscriptions.stop();
    await notices.idle();
  });
  return subscriptions.want;
}

async function firstLook(
  address: string,
  parts: { readonly store: TriggerStore; readonly nodes: Nodes; readonly changes: Changes },
  tools: ServiceTools,
): Promise<void> {
  const look = async (): Promise<void> => {
    const rows = (await parts.store.rowsOf([address])).filter(({ content_hash: hash }) => hash === null);
    if (rows.length > 0) {
      await parts.changes.compare(rows, await parts.nodes.read([address]));
    }
  };
  let cancel: () => void = () => undefined;
  const enough = new Promise<void>((resolve) => {
    cancel = after(firstLookMs, resolve);
  });
  const looked = look().catch((error: unknown) =>
    tools.log.warn({ err: error }, 'the first look at an address is left to the polling'),
  );
  await Promise.race([looked, enough]);
  cancel();
}

/** Ready once the queue was there, so that a wrong address shows at the start; later its absence costs no trigger. */
function checkQueue(available: () => boolean, tools: ServiceTools): void {
  let seen = false;
  tools.check('queue of triggers', async () => {
    seen ||= available();
    if (!seen) {
      throw new Error('the queue of triggers was never reached');
    }
  });
}

function every(milliseconds: number, call: () => Promise<void>, tools: ServiceTools): void {
  const timer = setInterval(() => void call(), milliseconds);
  tools.defer('timer', () => clearInterval(timer));
}
