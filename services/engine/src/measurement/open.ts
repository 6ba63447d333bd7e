import { randomUUID } from 'node:crypto';
import type { Catalog } from '@assay/catalog/catalog';
import type { Postgres } from '@assay/service/postgres';
import type { ServiceTools } from '@assay/service/run';
import type { Ask } from '../attempts/attempt.ts';
import type { Sources } from '../attempts/source.ts';
import type { References } from '../references/reference.ts';
import { createMeasurement, type Measurement } from './measurement.ts';
import { createSampler, sampledKeys, type Pace, type Sampler } from './sampler.ts';
import { holdLead, leaveLead, loadPicture, loadStates, savePicture, saveStates } from './store.ts';
import { startLearningThread, type LearningThread } from './thread.ts';

/**
 * The lead is taken anew every two seconds; one that is not lapses after three times that, so that a dead leader is
 * replaced soon and a slow one is not.
 */
const leadForMs = 6_000;
const mostStoredKeys = 64;

const minuteMs = 60_000;

/** How often sources are sampled: as their limits allow on live data, quickly where nobody's limits are at stake. */
export const paces: Readonly<Record<'live' | 'sandbox', Pace>> = {
  live: { calmMs: 3_000, burstMs: 250, burstForMs: 30_000, burstEveryMs: 60 * minuteMs },
  sandbox: { calmMs: 1_000, burstMs: 300, burstForMs: 4 * minuteMs, burstEveryMs: 60 * minuteMs },
};

/**
 * Wires the measurement to the world: its thread, its sampler and its place in the database. Nothing is sampled before
 * its first tick.
 */
export function openMeasurement(
  world: {
    readonly postgres: Postgres;
    readonly catalog: Catalog;
    readonly sources: Sources;
    readonly references: References;
    readonly ask: Ask;
    readonly now: () => number;
    readonly mode: 'live' | 'sandbox';
    readonly dropped: () => void;
  },
  { log, defer }: Pick<ServiceTools, 'log' | 'defer'>,
): Measurement {
  const { postgres } = world;
  const holder = randomUUID();
  const thread: LearningThread = startLearningThread({
    pictures: (pictures) => measurement.learned(pictures),
    unreadable: (keys) => log.warn({ keys }, 'what was learned about these keys cannot be read; it is learned anew'),
    died: (cause) => {
      log.error({ err: cause }, 'the learning thread died and was started again');
      measurement
        .reload()
        .catch((error: unknown) => log.warn({ err: error }, 'what was learned before could not be loaded'));
    },
  });
  const measurement: Measurement = createMeasurement({
    thread,
    sampler: () => sampler,
    references: world.references,
    store: {
      holdLead: () => holdLead(postgres, holder, leadForMs),
      leaveLead: () => leaveLead(postgres, holder),
      loadStates: () => loadStates(postgres, mostStoredKeys),
      saveStates: (stored) => saveStates(postgres, holder, stored),
      savePicture: (picture) => savePicture(postgres, holder, picture),
      loadPicture: (knownAt) => loadPicture(postgres, knownAt),
    },
    now: world.now,
    log,
    dropped: world.dropped,
  });
  const sampler: Sampler = createSampler(sampledKeys(world.catalog), paces[world.mode], {
    ask: world.ask,
    sources: world.sources,
    references: world.references,
    now: world.now,
    round: measurement.round,
    read: measurement.read,
    sparing: world.mode === 'live',
  });
  defer('measurement', async () => {
    await measurement.stop();
    await thread.close();
  });
  return measurement;
}
