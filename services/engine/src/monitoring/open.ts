import { randomUUID } from 'node:crypto';
import type { Catalog } from '@assay/catalog/catalog';
import type { Postgres } from '@assay/service/postgres';
import type { Nats } from '@assay/service/nats';
import type { ServiceTools } from '@assay/service/run';
import type { AskSource } from '../sources/attempt.ts';
import type { SourcesByType } from '../sources/source.ts';
import type { FetchProvider } from '../providers/fetch.ts';
import type { References } from '../verification/reference.ts';
import type { Clock } from '@assay/service/clock';
import { createMeasurement, type Measurement } from './measurement.ts';
import { createNodeMeasurement } from './node-measurement.ts';
import { nodePaces, type SampledNode } from './node-sampler.ts';
import { createSampler, sampledKeys, type SamplingPace, type Sampler } from './sampler.ts';
import {
  holdLeaderLease,
  releaseLeaderLease,
  loadVerdictSnapshot,
  loadStates,
  saveVerdictSnapshot,
  saveStates,
} from './store.ts';
import { createObservationSharing } from './observation-sharing.ts';
import { startLearningThread, type LearningThread } from './thread.ts';

/**
 * The lead is taken anew every two seconds; one that is not lapses after three times that, so that a dead leader is
 * replaced soon and a slow one is not.
 */
const leadForMs = 6_000;
const mostStoredKeys = 64;

const minuteMs = 60_000;

/** How often sources are sampled: as their limits allow on live data, quickly where nobody's limits are at stake. */
export const paces: Readonly<Record<'live' | 'sandbox', SamplingPace>> = {
  live: { calmMs: 3_000, burstMs: 250, burstForMs: 30_000, burstEveryMs: 60 * minuteMs, minRowMs: 900 },
  sandbox: { calmMs: 1_000, burstMs: 200, burstForMs: 1.5 * minuteMs, burstEveryMs: 60 * minuteMs, minRowMs: 390 },
};

/**
 * Wires the measurement to the world: its thread, its sampler and its place in the database. Nothing is sampled before
 * its first tick.
 */
export function openMeasurement(
  world: {
    readonly postgres: Postgres;
    readonly nats: () => Nats | undefined;
    readonly catalog: Catalog;
    readonly sources: SourcesByType;
    readonly references: References;
    readonly ask: AskSource;
    /** The nodes of the chain that are configured; fewer than two leave nothing to measure. */
    readonly nodes: readonly SampledNode[];
    readonly fetch: FetchProvider;
    readonly clock: Clock;
    readonly mode: 'live' | 'sandbox';
    readonly onDropped: () => void;
  },
  { log, defer }: Pick<ServiceTools, 'log' | 'defer'>,
): Measurement {
  const { postgres } = world;
  const holder = randomUUID();
  const thread: LearningThread = startLearningThread(paces[world.mode], {
    onVerdicts: (verdicts) => measurement.onVerdicts(verdicts),
    onUnreadable: (keys) => log.warn({ keys }, 'what was learned about these keys cannot be read; it is learned anew'),
    onExit: (cause) => {
      log.error({ err: cause }, 'the learning thread died and was started again');
      measurement
        .reload()
        .catch((error: unknown) => log.warn({ err: error }, 'what was learned before could not be loaded'));
    },
  });
  const measurement: Measurement = createMeasurement({
    thread,
    sampler: () => sampler,
    nodes: createNodeMeasurement({ ...world, pace: nodePaces[world.mode] }),
    references: world.references,
    store: {
      holdLeaderLease: () => holdLeaderLease(postgres, holder, leadForMs),
      releaseLeaderLease: () => releaseLeaderLease(postgres, holder),
      loadStates: () => loadStates(postgres, mostStoredKeys),
      saveStates: (stored) => saveStates(postgres, holder, stored),
      saveVerdictSnapshot: (picture) => saveVerdictSnapshot(postgres, holder, picture),
      loadVerdictSnapshot: (knownAt) => loadVerdictSnapshot(postgres, knownAt),
    },
    now: world.clock.now,
    log,
    sharing: () => sharing,
    onDropped: world.onDropped,
  });
  const sharing = createObservationSharing({
    nats: world.nats,
    onObservations: measurement.onSharedObservations,
    onDropped: world.onDropped,
    log,
  });
  const sampler: Sampler = createSampler(sampledKeys(world.catalog), paces[world.mode], {
    ask: world.ask,
    sources: world.sources,
    references: world.references,
    now: world.clock.now,
    onRound: measurement.onRound,
    onReading: measurement.onReading,
    leaveHeadroom: world.mode === 'live',
  });
  defer('measurement', async () => {
    await measurement.stop();
    await thread.close();
  });
  return measurement;
}
