import type { Catalog } from '@assay/catalog/catalog';
import type { Egress } from '@assay/egress/egress';
import { rootContext } from '@assay/rpc/context';
import type { BillingServiceDefinition } from '@assay/rpc/gen/assay/billing/v1/BillingService';
import type { EngineServiceDefinition } from '@assay/rpc/gen/assay/engine/v1/EngineService';
import type { ServiceClient } from '@assay/rpc/methods';
import { subjects } from '@assay/rpc/subjects';
import { pause, systemClock } from '@assay/runtime/clock';
import type { BaseConfig } from '@assay/runtime/config';
import type { Pricing } from '@assay/metering/charge';
import { debitMicros } from '@assay/metering/markup';
import { createSettler, type Settler } from '@assay/metering/settler';
import type { Nats } from '@assay/messaging/nats';
import type { Postgres } from '@assay/storage/postgres';
import { repeat } from '@assay/runtime/repeat';
import type { ServiceTools } from '@assay/runtime/run';
import { malformedCounter } from '@assay/messaging/subscribe';
import { createThrottledWarning, type ThrottledWarning } from '@assay/telemetry/throttled-log';
import type { WatchConfig } from '../config.ts';
import { sizeRefused } from '../trigger-stream.ts';
import type { Sealer } from '@assay/storage/sealing';
import { createDeliveryPermits } from './admission/delivery-permits.ts';
import { createFullDestinations, type FullDestinations } from './admission/destination-share.ts';
import { createDeliveryRecords, type DeliveryRecords } from './claim/delivery-records.ts';
import { createAccountLanes } from './claim/account-lanes.ts';
import { createClaimStore } from './claim/store.ts';
import { deliver } from './deliver.ts';
import { deliveryHandlers } from './handlers.ts';
import { createDeliveryMetrics, type DeliveryMetrics } from './metrics.ts';
import type { DeliverPorts } from './ports.ts';
import { createPrecheckStore, type PrecheckStore } from './precheck/precheck.ts';
import { openTriggerQueue } from './queue/trigger-queue.ts';
import { createMaxCosts, type MaxCosts } from './settlement/max-costs.ts';
import { createSettlementStore, type SettlementStore } from './settlement/store.ts';
import { sweep } from './sweeper.ts';
import { startWorker, type DeliveryWorker } from './worker.ts';

/** Dependencies of the deliveries. */
export type DeliveryParts = {
  readonly postgres: Postgres;
  /** The data types of this build. */
  readonly catalog: Catalog;
  /** A pool with a short lock timeout. Each of its statements locks rows of one account. */
  readonly lanePostgres: Postgres;
  /** Returns undefined before the first connection to NATS. */
  readonly nats: () => Nats | undefined;
  readonly engine: Pick<ServiceClient<EngineServiceDefinition>, 'Verify' | 'ListTypes'>;
  readonly billing: Pick<ServiceClient<BillingServiceDefinition>, 'Hold' | 'Settle'>;
  readonly egress: Pick<Egress, 'post'>;
  readonly secretKeys: Pick<Sealer, 'open'>;
};

/**
 * A trigger stays marked as deferred for the lease of a claim plus this many milliseconds. The queue delivers the
 * trigger again long before the mark ends.
 */
const deferMarginMs = 60_000;
const refuseLockedForMs = 2_000;
const sweepEveryMs = 1_000;
const deleteSharesEveryMs = 60_000;
const maxDeletedShares = 10_000;
const refreshCostsEveryMs = 2_000;
const refreshCostsTimeoutMs = 1_500;

/** Takes triggers from the work queue and delivers them until the service stops. Returns the handlers of deliveries. */
export function openDelivery(
  parts: DeliveryParts,
  config: WatchConfig & BaseConfig,
  tools: ServiceTools,
): ReturnType<typeof deliveryHandlers> {
  const { postgres } = parts;
  const metrics = createDeliveryMetrics(tools.metrics);
  const warn = createThrottledWarning(tools.log);
  const leaseMs = config.ASSAY_DELIVERY_LEASE_MS;
  const deferMs = leaseMs + deferMarginMs;
  const share = {
    maxUnpaid: config.ASSAY_WATCH_UNPAID_PER_MINUTE,
    maxFailed: config.ASSAY_WATCH_FAILED_PER_MINUTE,
    maxFailedToday: config.ASSAY_WATCH_FAILED_PER_DAY,
  };
  const destinationShare = {
    maxInFlight: config.ASSAY_WATCH_DESTINATION_IN_FLIGHT,
    maxPerMinute: config.ASSAY_WATCH_DESTINATION_PER_MINUTE,
  };
  const fullDestinations = createFullDestinations(systemClock.monotonic);
  const records = createDeliveryRecords(postgres);
  const settlements = createSettlementStore(postgres);
  const settler = openSettler(parts, settlements, metrics, warn, tools);
  const costs = openMaxCosts(parts, warn, tools);
  const claimOptions = { leaseMs, deferMs, share, destinationShare };
  const lanes = createAccountLanes(parts.lanePostgres, {
    permits: config.ASSAY_PG_POOL_SIZE,
    refuseForMs: refuseLockedForMs,
    retryForMs: leaseMs,
    monotonic: systemClock.monotonic,
    pause,
  });
  const ports: Omit<DeliverPorts, 'claims'> = {
    openSecret: parts.secretKeys.open,
    typeOf: (type) => parts.catalog.get(type),
    maxDebitMicros: (type) => {
      const cost = costs.maxCostMicros(type);
      return cost === undefined ? undefined : debitMicros(cost, config.ASSAY_MARKUP);
    },
    billing: parts.billing,
    pricing: pricingOf(config, metrics, warn),
    verify: parts.engine.Verify,
    post: parts.egress.post,
    fullDestinations,
    settle: settler.enqueue,
    now: () => new Date(),
    pause,
    onBelowLevel: metrics.onBelowLevel,
    onWarning: (message, { watchId, traceparent }, error) => warn(message, error, { watchId, traceparent }),
    onPermanentFailure: ({ watchId, traceparent }, error) =>
      tools.log.error({ watchId, traceparent, err: error }, 'a delivery failed permanently; its watch stays'),
  };
  const prechecks = createPrecheckStore(postgres, deferMs, share);
  const worker = openWorker(
    {
      nats: parts.nats,
      prechecks,
      portsOf: (accountId) => ({ ...ports, claims: createClaimStore(lanes.of(accountId), claimOptions) }),
      fullDestinations,
      metrics,
      costs,
      warn,
    },
    config,
    tools,
  );
  startSweeps({ records, settlements, settler, worker, metrics }, warn, tools);
  const { post, openSecret, now } = ports;
  return deliveryHandlers(records, { query: postgres.query, post, openSecret, destinationShare, leaseMs, now });
}

function pricingOf(
  config: Pick<WatchConfig, 'ASSAY_MARKUP'>,
  metrics: Pick<DeliveryMetrics, 'onHoldExceeded'>,
  warn: ThrottledWarning,
): Pricing {
  return {
    markupBasisPoints: config.ASSAY_MARKUP,
    onHoldExceeded: ({ operation, micros }, debit) => {
      metrics.onHoldExceeded();
      const amounts = { heldMicros: String(micros), debitMicros: String(debit) };
      warn('a verification cost more than its hold; the hold was charged', undefined, { operation, ...amounts });
    },
  };
}

function startSweeps(
  parts: {
    readonly records: DeliveryRecords;
    readonly settlements: SettlementStore;
    readonly settler: Settler;
    readonly worker: DeliveryWorker;
    readonly metrics: DeliveryMetrics;
  },
  warn: ThrottledWarning,
  tools: ServiceTools,
): void {
  const { records, settlements, settler, worker, metrics } = parts;
  const sweepOnce = async (): Promise<void> => {
    metrics.inFlight(worker.inFlight());
    await sweep({
      records,
      settlements,
      settleDue: settler.settleDue,
      onExpired: (outcomes) => tools.log.warn({ outcomes }, 'ended deliveries whose workers died'),
      onPending: metrics.pendingSettlements,
    });
  };
  const onFailure = (error: unknown): void => warn('could not sweep deliveries', error);
  repeat(sweepOnce, { name: 'sweep of deliveries', everyMs: sweepEveryMs, onFailure }, tools);
  const deleteOldShares = (): Promise<void> => records.deleteOldShares(maxDeletedShares);
  repeat(deleteOldShares, { name: 'removal of old shares', everyMs: deleteSharesEveryMs, onFailure }, tools);
}

function openMaxCosts({ engine }: DeliveryParts, warn: ThrottledWarning, tools: ServiceTools): MaxCosts {
  const costs = createMaxCosts(engine.ListTypes);
  const onFailure = (error: unknown): void => warn('could not ask the engine for its prices', error);
  const refresh = (): Promise<void> => costs.refresh(rootContext(refreshCostsTimeoutMs));
  repeat(refresh, { name: 'refresh of prices', everyMs: refreshCostsEveryMs, onFailure }, tools);
  return costs;
}

function openSettler(
  { billing }: DeliveryParts,
  store: SettlementStore,
  metrics: DeliveryMetrics,
  warn: ThrottledWarning,
  tools: ServiceTools,
): Settler {
  const settler = createSettler({
    billing,
    store,
    onAnswer: (answer, { holdId, captureMicros }) => {
      metrics.onSettlement(answer);
      if (captureMicros > 0n && answer !== 'settled') {
        tools.log.warn(
          { answer, holdId, captureMicros: String(captureMicros) },
          'billing did not charge a receipt yet',
        );
      }
    },
    onFailure: (error) => warn('could not store the answers of billing; the settlements are repeated', error),
  });
  // Closers run in reverse order. This one runs after the worker has stopped, because until then the last deliveries
  // still end and settle their holds.
  tools.defer('settlements', settler.idle);
  return settler;
}

function openWorker(
  parts: {
    readonly nats: DeliveryParts['nats'];
    readonly prechecks: PrecheckStore;
    /** Returns the dependencies of an account's deliveries. */
    readonly portsOf: (accountId: string) => DeliverPorts;
    readonly fullDestinations: FullDestinations;
    readonly metrics: DeliveryMetrics;
    readonly costs: Pick<MaxCosts, 'isKnown'>;
    readonly warn: ThrottledWarning;
  },
  config: WatchConfig & BaseConfig,
  tools: ServiceTools,
): DeliveryWorker {
  const redeliverAfterMs = config.ASSAY_DELIVERY_LEASE_MS / 2;
  const countMalformed = malformedCounter(tools.metrics);
  const worker = startWorker(
    {
      ...parts.prechecks,
      open: async () => {
        // Without prices the worker would release every trigger that it claims, so the queue opens only when prices are
        // known.
        if (!parts.costs.isKnown()) {
          throw new Error('the engine has not listed its prices yet');
        }
        return openTriggerQueue(parts.nats(), {
          streamReplicas: config.ASSAY_STREAM_REPLICAS,
          redeliverAfterMs,
          onSizeRefused: (refusedBytes) => parts.warn(sizeRefused, undefined, { refusedBytes }),
        });
      },
      acquire: createDeliveryPermits().acquire,
      fullDestinations: parts.fullDestinations,
      deliver: (trigger, deliveryCount, accountId) => deliver(trigger, deliveryCount, parts.portsOf(accountId)),
      pause,
      onResult: (outcome, { trigger }) => {
        const isReceived = outcome === 'delivered' && trigger !== undefined;
        parts.metrics.onResult(outcome, isReceived ? Date.now() - trigger.observedAtMs : undefined);
      },
      onWarning: parts.warn,
      onMalformed: () => countMalformed(subjects.watchTriggered.subject),
    },
    redeliverAfterMs / 3,
  );
  let stopping: Promise<void> | undefined;
  tools.onDrain(() => {
    stopping = worker.stop(config.ASSAY_DRAIN_MS);
  });
  tools.defer('deliveries', () => stopping ?? worker.stop(config.ASSAY_DRAIN_MS));
  return worker;
}
