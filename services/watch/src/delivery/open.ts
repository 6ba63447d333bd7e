import type { Egress } from '@assay/egress/egress';
import { rootContext } from '@assay/rpc/context';
import type { BillingServiceDefinition } from '@assay/rpc/gen/assay/billing/v1/BillingService';
import type { EngineServiceDefinition } from '@assay/rpc/gen/assay/engine/v1/EngineService';
import type { ServiceClient } from '@assay/rpc/methods';
import type { BaseConfig } from '@assay/service/config';
import { debitMicros } from '@assay/service/markup';
import type { Nats } from '@assay/service/nats';
import type { Postgres } from '@assay/service/postgres';
import type { ServiceTools } from '@assay/service/run';
import { randomUUID } from 'node:crypto';
import type { WatchConfig } from '../config.ts';
import type { SecretKeys } from '../secrets.ts';
import { deliver, type DeliverPorts } from './deliver.ts';
import { deliveryHandlers } from './handlers.ts';
import { createDeliveryMeasures, type DeliveryMeasures } from './metrics.ts';
import { createDeliveryPermits } from './admission/delivery-permits.ts';
import { keepPrices } from './settlement/max-costs.ts';
import { openTriggerQueue } from './queue/trigger-queue.ts';
import { createSettler, type Settler } from './settlement/settler.ts';
import { createDeliveryStore, type DeliveryStore } from './claim/store.ts';
import { sweep } from './sweeper.ts';
import { startWorker, type Worker } from './worker.ts';

/** What delivering works with. */
export type DeliveryParts = {
  readonly postgres: Postgres;
  /** Undefined until NATS was reached for the first time. */
  readonly nats: () => Nats | undefined;
  readonly engine: Pick<ServiceClient<EngineServiceDefinition>, 'Verify' | 'ListTypes'>;
  readonly billing: Pick<ServiceClient<BillingServiceDefinition>, 'Hold' | 'Settle'>;
  readonly egress: Pick<Egress, 'post'>;
  readonly secretKeys: Pick<SecretKeys, 'open'>;
};

const waitingTriggerMs = 60_000;
const sweepEveryMs = 1_000;
const pricesEveryMs = 2_000;
const pricesWithinMs = 1_500;
const troubleEveryMs = 10_000;

/** Takes triggers from the work queue and delivers them, until the service stops. Returns what shows of deliveries. */
export function openDelivery(
  parts: DeliveryParts,
  config: WatchConfig & BaseConfig,
  tools: ServiceTools,
): ReturnType<typeof deliveryHandlers> {
  const measures = createDeliveryMeasures(tools.metrics);
  const trouble = createTrouble(tools);
  const leaseMs = config.ASSAY_DELIVERY_LEASE_MS;
  const store = createDeliveryStore(parts.postgres, { leaseMs, waitMs: leaseMs + waitingTriggerMs });
  const settler = openSettler(parts, store, measures, trouble, tools);
  const prices = keepPrices(parts.engine.ListTypes);
  const askPrices = async (): Promise<void> => {
    await prices.refresh(rootContext(pricesWithinMs));
  };
  every(pricesEveryMs, askPrices, (error) => trouble('the engine could not be asked for its prices', error), tools);

  const ports: DeliverPorts = {
    store,
    newRun: (trigger, traceparent) => ({
      triggerId: trigger.id,
      watchId: trigger.watchId,
      slot: trigger.slot,
      observedAtMs: trigger.observedAtMs,
      id: randomUUID(),
      traceparent,
      holdId: `wh_${randomUUID()}`,
    }),
    openSecret: parts.secretKeys.open,
    maxDebitMicros: (type) => {
      const cost = prices.maxCostMicros(type);
      return cost === undefined ? undefined : debitMicros(cost, config.ASSAY_MARKUP);
    },
    debitMicros: (costMicros) => debitMicros(costMicros, config.ASSAY_MARKUP),
    hold: parts.billing.Hold,
    verify: parts.engine.Verify,
    post: parts.egress.post,
    settle: settler.soon,
    overHold: measures.overHold,
    now: () => new Date(),
    pause,
    trouble: (what, { watchId, traceparent }, error) => trouble(what, error, { watchId, traceparent }),
    broke: ({ watchId, traceparent }, error) =>
      tools.log.error({ watchId, traceparent, err: error }, 'a delivery broke: its trigger is over, its watch stays'),
  };
  const worker = openWorker({ parts, store, ports, measures, pricesKnown: prices.known, trouble }, config, tools);
  const sweepOnce = async (): Promise<void> => {
    measures.underWay(worker.underWay());
    await sweep({
      store,
      settle: settler.pass,
      ended: (outcomes) => tools.log.warn({ outcomes }, 'deliveries were ended whose workers had died'),
      owed: measures.owed,
    });
  };
  every(sweepEveryMs, sweepOnce, (error) => trouble('deliveries could not be swept', error), tools);
  return deliveryHandlers(store);
}

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

type Trouble = (what: string, error?: unknown, of?: Readonly<Record<string, string>>) => void;

function openSettler(
  { billing }: DeliveryParts,
  store: DeliveryStore,
  measures: DeliveryMeasures,
  trouble: Trouble,
  tools: ServiceTools,
): Settler {
  const settler = createSettler({
    settle: billing.Settle,
    store,
    answered: (answer, { holdId, captureMicros }) => {
      measures.settled(answer);
      if (captureMicros > 0n && answer !== 'settled') {
        tools.log.warn({ answer, holdId, captureMicros: String(captureMicros) }, 'a receipt is not charged yet');
      }
    },
    failed: (error) => trouble('settlements are told again, since the database could not be told', error),
  });
  // Begun deliveries settle after they end, so this is waited for after them: closers run last first.
  tools.defer('settlements', settler.idle);
  return settler;
}

function openWorker(
  given: {
    readonly parts: DeliveryParts;
    readonly store: DeliveryStore;
    readonly ports: DeliverPorts;
    readonly measures: DeliveryMeasures;
    /** Without prices every trigger would only be put back. */
    readonly pricesKnown: () => boolean;
    readonly trouble: Trouble;
  },
  config: WatchConfig & BaseConfig,
  tools: ServiceTools,
): Worker {
  const leaseMs = config.ASSAY_DELIVERY_LEASE_MS;
  const redeliverAfterMs = leaseMs / 2;
  const worker = startWorker(
    {
      open: async () => {
        const nats = given.parts.nats();
        if (!given.pricesKnown()) {
          throw new Error('the engine has not told its prices yet');
        }
        return openTriggerQueue(nats, { streamReplicas: config.ASSAY_STREAM_REPLICAS, redeliverAfterMs });
      },
      look: given.store.look,
      letWait: given.store.letWait,
      enter: createDeliveryPermits().acquire,
      deliver: (trigger, visit) => deliver(trigger, visit, given.ports),
      pause,
      handled: (outcome, { trigger }) => {
        const isTold = outcome === 'delivered' && trigger !== undefined;
        given.measures.handled(outcome, isTold ? Date.now() - trigger.observedAtMs : undefined);
      },
      trouble: given.trouble,
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

/** An outage repeats itself several times a second; one line in ten seconds says as much. */
function createTrouble(tools: ServiceTools): Trouble {
  const saidAtMs = new Map<string, number>();
  return (what, error, of = {}) => {
    const now = Date.now();
    if (now - (saidAtMs.get(what) ?? 0) >= troubleEveryMs) {
      saidAtMs.set(what, now);
      tools.log.warn({ ...of, ...(error instanceof Error ? { cause: error.message } : {}) }, what);
    }
  };
}

/** Calls again and again, each time that the call before has ended, until the service stops. */
function every(
  pauseMs: number,
  call: () => Promise<void>,
  failed: (error: unknown) => void,
  tools: ServiceTools,
): void {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let underWay = Promise.resolve();
  const next = (): void => {
    underWay = call()
      .catch(failed)
      .then(() => {
        if (!stopped) {
          timer = setTimeout(next, pauseMs);
        }
      });
  };
  next();
  tools.defer('repeated work', async () => {
    stopped = true;
    clearTimeout(timer);
    await underWay;
  });
}
