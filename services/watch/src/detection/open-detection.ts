import { randomUUID } from 'node:crypto';
import { createSlotTracker, type SlotTracker } from '@assay/solana/nodes/slot-tracker';
import { pause, systemClock, withTimeout } from '@assay/runtime/clock';
import type { BaseConfig } from '@assay/runtime/config';
import type { Nats } from '@assay/messaging/nats';
import type { Postgres } from '@assay/storage/postgres';
import { repeat } from '@assay/runtime/repeat';
import type { ServiceTools } from '@assay/runtime/run';
import { createThrottledWarning } from '@assay/telemetry/throttled-log';
import { createUnexpectedReport } from '@assay/telemetry/unexpected-errors';
import type { WatchConfig } from '../config.ts';
import { sizeRefused } from '../trigger-stream.ts';
import { createAccountSubscriptions } from './account-subscriptions.ts';
import { createAddressStore, type AddressStore } from './address-store.ts';
import { createChangeDetector, type ChangeDetector } from './change-detector.ts';
import { createPartitionLeaseStore } from './lease-store.ts';
import { createDetectionMetrics, type DetectionMetrics } from './metrics.ts';
import { createContentCheck, type ContentCheck } from './content-check.ts';
import { createNodeConnections } from './node-connections.ts';
import { createRpcNodePool, type RpcNodePool } from './node-pool.ts';
import { createNodeSurvey } from './node-survey.ts';
import { createPartitionLeases, type PartitionLeases } from './partition-leases.ts';
import { pollOnce, startPolling } from './poller.ts';
import { createPushUpdates } from './push-updates.ts';
import { createTriggerPublisher, type TriggerPublisher } from './trigger-publisher.ts';
import { openWebSocket, webSocketUrl } from './websocket.ts';

/** The parts of the service that detection uses. */
type DetectionTools = Pick<ServiceTools, 'log' | 'metrics' | 'defer' | 'check'>;

/** Dependencies of detection. */
export type DetectionPorts = {
  readonly postgres: Postgres;
  /** Returns undefined before the first connection to NATS. */
  readonly nats: () => Nats | undefined;
};

/** The part of detection that the registry uses. */
export type Detection = {
  /**
   * Reads an address that was never polled, so that every later change is detected. Takes at most half a second and
   * never rejects. If the read fails, the next round reads the address.
   */
  readonly readBaseline: (address: string) => Promise<void>;
};

/** The parts that poll, compare and publish in one replica. */
type Detector = {
  readonly store: AddressStore;
  readonly detector: ChangeDetector;
  readonly nodes: RpcNodePool;
  readonly content: ContentCheck;
  readonly slots: SlotTracker;
};

const nodeTimeoutMs = 5_000;
const baselineTimeoutMs = 500;
const ensureStreamEveryMs = 500;
/** Interval between two surveys of the nodes, in milliseconds. The engine uses the same interval. */
const surveyEveryMs = 2_000;
const { monotonic } = systemClock;

/** Polls the watched addresses of the partitions that this replica leases, until the service stops. */
export function openDetection(
  { postgres, nats }: DetectionPorts,
  config: WatchConfig & Pick<BaseConfig, 'ASSAY_MODE'>,
  tools: DetectionTools,
): Detection {
  const metrics = createDetectionMetrics(tools.metrics);
  const publisher = openPublisher(nats, config, metrics, tools);
  const store = createAddressStore(postgres);
  const detector = createChangeDetector({ store, publish: publisher.publish, onChanges: metrics.onChanges });
  if (Object.keys(config.ASSAY_RPC_URLS).length === 0) {
    // A replica that cannot read the chain must not lease partitions.
    tools.log.warn('ASSAY_RPC_URLS names no node: this replica detects no changes');
    return { readBaseline: () => Promise.resolve() };
  }
  const slots = createSlotTracker(monotonic, config.ASSAY_MODE);
  const nodes = openNodes(slots, config, metrics, tools);
  const parts = { store, detector, nodes, slots, content: openContentCheck(nodes, config, metrics, tools) };
  openPolling(parts, openLeases(postgres, config, tools), metrics, config, tools);
  return { readBaseline: (address) => readBaseline(address, parts, tools) };
}

function openPublisher(
  nats: () => Nats | undefined,
  config: WatchConfig,
  metrics: DetectionMetrics,
  tools: DetectionTools,
): TriggerPublisher {
  const { log } = tools;
  const warn = createThrottledWarning(log);
  const publisher = createTriggerPublisher(nats, config.ASSAY_STREAM_REPLICAS, {
    onPublished: metrics.onPublished,
    onWarning: (message, error) => log.warn({ err: error }, message),
    onSizeRefused: (refusedBytes) => warn(sizeRefused, undefined, { refusedBytes }),
  });
  const onFailure = (error: unknown): void => log.warn({ err: error }, 'could not check the queue of triggers');
  repeat(publisher.ensureStream, { name: 'queue of triggers', everyMs: ensureStreamEveryMs, onFailure }, tools);
  // The replica becomes ready only after it has reached the queue once, so that a wrong address is noticed at the
  // start. A later outage does not matter, because it loses no trigger.
  let wasAvailable = false;
  tools.check('queue of triggers', async () => {
    wasAvailable ||= publisher.isAvailable();
    if (!wasAvailable) {
      throw new Error('the queue of triggers was never reached');
    }
  });
  return publisher;
}

function openPolling(
  parts: Detector,
  leases: PartitionLeases,
  metrics: DetectionMetrics,
  config: WatchConfig,
  tools: DetectionTools,
): void {
  const { log } = tools;
  const setAddresses = openSubscriptions(parts, metrics, config, tools);
  const inPartitions: AddressStore['inPartitions'] = async (partitions) => {
    const rows = await parts.store.inPartitions(partitions);
    setAddresses(rows.map(({ address }) => address));
    return rows;
  };
  const poll = async (): Promise<void> => {
    if (leases.held().length === 0) {
      // After the start, and after an outage of the database, the round renews the leases itself instead of waiting for
      // the next renewal.
      await leases.renew();
    }
    const startedAtMs = monotonic();
    const partitions = leases.held().length;
    metrics.leased(partitions);
    if (partitions === 0) {
      return;
    }
    const { read, missed } = await pollOnce({
      ...parts,
      store: { inPartitions },
      held: leases.held,
      concurrency: config.ASSAY_POLL_CONCURRENCY,
      onFailure: (error) => log.warn({ err: error }, 'a round of polling ended early'),
    });
    metrics.onRound({ seconds: (monotonic() - startedAtMs) / 1_000, read, missed });
  };
  const round = (): Promise<void> =>
    poll().catch((error: unknown) => log.warn({ err: error }, 'a round of polling failed'));
  tools.defer('polling', startPolling(round, config.ASSAY_POLL_INTERVAL_MS, systemClock));
}

function openNodes(
  slots: SlotTracker,
  config: WatchConfig,
  metrics: DetectionMetrics,
  tools: DetectionTools,
): RpcNodePool {
  const connections = createNodeConnections({
    timeoutMs: nodeTimeoutMs,
    connections: config.ASSAY_POLL_CONCURRENCY + 2,
  });
  tools.defer('node connections', connections.close);
  const nodes = Object.entries(config.ASSAY_RPC_URLS).map(([name, url]) => connections.open(name, url));
  const survey = createNodeSurvey({ ...systemClock, nodes, slots, everyMs: surveyEveryMs, pause });
  return createRpcNodePool({
    nodes,
    slots,
    survey: survey.run,
    monotonic,
    onCall: metrics.onCall,
    onLeave: (node, reason) => tools.log.warn({ node, err: reason }, 'switched from a node to another one'),
  });
}

function openContentCheck(
  nodes: RpcNodePool,
  config: WatchConfig,
  metrics: DetectionMetrics,
  tools: DetectionTools,
): ContentCheck {
  const warn = createThrottledWarning(tools.log);
  return createContentCheck({
    monotonic,
    nodes: Object.keys(config.ASSAY_RPC_URLS),
    onContradiction: ({ address, nodes: names }) => {
      metrics.onContradiction(names);
      warn('nodes contradict each other about an account', undefined, { address, nodes: names });
    },
    onOutvoted: (node) => nodes.distrust(node, 'every other node contradicts the node about an account'),
  });
}

function openLeases(postgres: Postgres, config: WatchConfig, tools: DetectionTools): PartitionLeases {
  const onFailure = (error: unknown): void => tools.log.warn({ err: error }, 'could not lease partitions');
  const leases = createPartitionLeases({
    store: createPartitionLeaseStore(postgres),
    replica: randomUUID(),
    leaseMs: config.ASSAY_WATCH_LEASE_MS,
    monotonic,
    onFailure,
  });
  tools.defer('leases', leases.release);
  repeat(leases.renew, { name: 'renewal of leases', everyMs: config.ASSAY_WATCH_LEASE_MS / 4, onFailure }, tools);
  return leases;
}

/** Opens subscriptions if they are configured. Returns the function to call with the addresses of every round. */
function openSubscriptions(
  { nodes, slots, store, detector, content }: Detector,
  metrics: DetectionMetrics,
  config: WatchConfig,
  tools: DetectionTools,
): (addresses: readonly string[]) => void {
  if (config.ASSAY_TRIGGER !== 'stream') {
    return () => undefined;
  }
  const updates = createPushUpdates(store, detector, content, (error) =>
    tools.log.warn({ err: error }, 'could not process push updates; polling detects the changes'),
  );
  const urls = { ...config.ASSAY_RPC_URLS, ...config.ASSAY_RPC_STREAM_URLS };
  let node = '';
  const reportUnexpected = createUnexpectedReport(tools);
  const subscriptions = createAccountSubscriptions({
    open: (events) => {
      node = nodes.preferred()?.name ?? '';
      return openWebSocket(webSocketUrl(urls[node] ?? ''), events);
    },
    onSnapshot: (snapshot) => {
      if (slots.isReachable(Number(snapshot.slot))) {
        updates.receive({ ...snapshot, node, isLate: false });
      }
    },
    clock: { ...systemClock, random: Math.random },
    onEvent: (event, listening) => {
      metrics.onStreamEvent(event, listening);
      tools.log.info({ event, listening }, 'the connection for push updates changed');
    },
    onUnexpected: (error) => reportUnexpected(node, error),
  });
  tools.defer('subscriptions', async () => {
    subscriptions.stop();
    await updates.idle();
  });
  return subscriptions.setAddresses;
}

async function readBaseline(
  address: string,
  { store, nodes, detector }: Detector,
  tools: DetectionTools,
): Promise<void> {
  const read = async (): Promise<void> => {
    const rows = (await store.byAddress([address])).filter(({ content_hash: hash }) => hash === null);
    if (rows.length > 0) {
      await detector.compare(rows, await nodes.read([address]));
    }
  };
  const onTimeout = (): Error => new Error(`no baseline within ${baselineTimeoutMs} ms`);
  try {
    await withTimeout(baselineTimeoutMs, read(), onTimeout);
  } catch (error) {
    tools.log.warn({ err: error }, 'could not read the baseline of an address; polling reads it');
  }
}
