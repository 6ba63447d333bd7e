import { randomUUID } from 'node:crypto';
import type { Catalog } from '@assay/catalog/catalog';
import type { Clock } from '@assay/runtime/clock';
import type { Nats } from '@assay/messaging/nats';
import type { Postgres } from '@assay/storage/postgres';
import { repeat } from '@assay/runtime/repeat';
import type { ServiceTools } from '@assay/runtime/run';
import { createSubscribe } from '@assay/messaging/subscribe';
import type { AskSource } from '../sources/attempt.ts';
import type { SourcesByType } from '../sources/source.ts';
import type { FetchProvider } from '@assay/providers/fetch';
import type { References } from '../verification/reference.ts';
import { createMeasurement, type MeasuredPrints, type Measurement, type MeasurementStore } from './measurement.ts';
import type { Provider } from '@assay/providers/define';
import { statementsOf } from './counted-pairs.ts';
import { createNodeMeasurement } from './node-measurement.ts';
import { nodePaces, type SampledNode } from './node-sampler.ts';
import { createObservationReceiver, createObservationSender } from './observation-sharing.ts';
import { createPrintTopics } from './print-topics.ts';
import type { StreamPrints } from '../streams/print-listener.ts';
import type { PriceMovement } from '@assay/independence/price-movement';
import { createSampledKeys, useLimits } from './sampled-keys.ts';
import type { SamplingPace } from '@assay/independence/sampling-schedule';
import { createSampler } from './sampler.ts';
import { deleteOldPoints, savePoints } from './evidence-store.ts';
import * as store from './store.ts';
import { startLearningThread } from './thread.ts';

/** The dependencies of an open measurement. */
export type MeasurementWorld = {
  readonly postgres: Postgres;
  readonly nats: () => Nats | undefined;
  readonly catalog: Catalog;
  readonly sources: SourcesByType;
  readonly providers: readonly Provider[];
  readonly references: References;
  /** The movement of prices, which the sampling rounds measure. */
  readonly movement: PriceMovement;
  readonly ask: AskSource;
  /** The configured nodes of the chain. With fewer than two nodes, the engine does not measure nodes. */
  readonly nodes: readonly SampledNode[];
  readonly fetch: FetchProvider;
  readonly clock: Clock;
  /**
   * In sandbox mode, trades can prove a pair independent early, before the records cover delays beyond
   * `printRule.shortDelayMs`.
   */
  readonly mode: 'live' | 'sandbox';
  readonly pace: 'live' | 'sandbox';
  /** Number of days for which the history of pairs is stored. */
  readonly evidenceDays: number;
  /** The trades of streams. Undefined when streams are off. */
  readonly prints: StreamPrints | undefined;
  /** Counts the trades of streams by what happened to them: learned, repeated or dropped. */
  readonly onPrints: MeasuredPrints['onCount'];
  /** Counts an observation that was dropped because a queue was full. */
  readonly onDropped: () => void;
  /** Receives an unexpected error in the handling of a source's answer. */
  readonly onUnexpected?: (source: string, error: unknown) => void;
};

/**
 * Duration of the leader lease, in milliseconds. The leader renews it every two seconds. So a slow leader does not lose
 * the lease, and a dead leader is soon replaced.
 */
const leaseMs = 6_000;
/**
 * Milliseconds for which an observation waits, so that one message to the leader carries all observations of this time.
 */
const shareAfterMs = 50;
const exchangeEveryMs = 250;

const minuteMs = 60_000;

/** The sampling pace of each mode. The live pace stays within the providers' limits. The sandbox has no such limits. */
export const paces: Readonly<Record<'live' | 'sandbox', SamplingPace>> = {
  live: { calmMs: 3_000, burstMs: 250, burstForMs: 30_000, burstEveryMs: 60 * minuteMs, minRowMs: 900 },
  sandbox: { calmMs: 1_000, burstMs: 200, burstForMs: 3 * minuteMs, burstEveryMs: 60 * minuteMs, minRowMs: 190 },
};

/**
 * Opens the measurement: its worker thread, its sampler, its tables and its messages between replicas. Loads the stored
 * verdicts and starts the measurement. The measurement ends when the service stops.
 */
export async function openMeasurement(
  world: MeasurementWorld,
  tools: Pick<ServiceTools, 'log' | 'defer' | 'metrics'>,
): Promise<Measurement> {
  const { mode, pace, catalog, clock, nats, onDropped } = world;
  const { log } = tools;
  const sender = createObservationSender({ nats, onDropped });
  let sending: (() => void) | undefined;
  const onFailure = (error: unknown): void => log.warn({ err: error }, 'could not exchange observations');
  const send = (): void => {
    sending = undefined;
    try {
      sender.tick();
    } catch (error) {
      onFailure(error);
    }
  };
  const keys = createSampledKeys(catalog, useLimits[pace], clock.now);
  const measurement = createMeasurement({
    keys,
    startThread: (events) =>
      startLearningThread({ minRowMs: paces[pace].minRowMs, provesEarly: mode === 'sandbox' }, events),
    ...(world.onUnexpected === undefined ? {} : { onUnexpected: world.onUnexpected }),
    createSampler: (schedule, callbacks) =>
      createSampler(keys.nextRound, schedule, {
        ...world,
        ...callbacks,
        monotonic: clock.monotonic,
        leaveHeadroom: pace === 'live',
      }),
    nodes: createNodeMeasurement({ ...world, pace: nodePaces[pace] }),
    references: world.references,
    counting: {
      statements: statementsOf(world.providers),
      // Only types with a tolerance need a bound on what two providers have in common. Without a tolerance, as for
      // nodes and counters, two values are either equal or different.
      needsBound: (type) => catalog.get(type)?.agreement !== undefined,
    },
    movement: world.movement,
    store: measurementStore(world),
    share: (observation) => {
      sender.offer(observation);
      sending ??= clock.after(shareAfterMs, send);
    },
    pace: paces[pace],
    prints: measuredPrints(world),
    clock,
    log,
    onDropped,
  });
  const receiver = createObservationReceiver({
    nats,
    onObservations: measurement.onSharedObservations,
    subscribe: createSubscribe(tools),
  });
  const exchange = (): void => {
    receiver.tick();
    sender.tick();
  };
  world.prints?.listen(measurement.prints);
  await measurement.load();
  tools.defer('measurement', measurement.stop);
  measurement.start();
  repeat(exchange, { name: 'exchange of observations', everyMs: exchangeEveryMs, onFailure }, tools);
  return measurement;
}

function measuredPrints({ prints, sources, onPrints }: MeasurementWorld): MeasuredPrints | undefined {
  if (prints === undefined) {
    return undefined;
  }
  const topics = createPrintTopics(prints.streams, sources);
  return {
    booksOf: topics.booksOf,
    onCount: onPrints,
    follow: (sampled) => {
      topics.follow(sampled);
      prints.want(topics.byStream());
    },
  };
}

function measurementStore({ postgres, evidenceDays }: MeasurementWorld): MeasurementStore {
  const holder = randomUUID();
  return {
    holdLeaderLease: () => store.holdLeaderLease(postgres, holder, leaseMs),
    releaseLeaderLease: () => store.releaseLeaderLease(postgres, holder),
    loadStates: (keys) => store.loadStates(postgres, keys),
    deleteOldStates: () => store.deleteOldStates(postgres),
    saveStates: (stored) => store.saveStates(postgres, holder, stored),
    savePoints: (points) => savePoints(postgres, holder, points),
    deleteOldPoints: () => deleteOldPoints(postgres, evidenceDays),
    saveVerdictSnapshot: (snapshotJson) => store.saveVerdictSnapshot(postgres, holder, snapshotJson),
    loadVerdictSnapshot: (knownAt) => store.loadVerdictSnapshot(postgres, knownAt),
  };
}
