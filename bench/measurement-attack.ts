import { monitorEventLoopDelay } from 'node:perf_hooks';
import { loadCatalog, type Catalog } from '@assay/catalog/catalog';
import { createLearner } from '@assay/independence/learner';
import { createPriceMovement } from '@assay/independence/price-movement';
import type { ProviderObservation } from '@assay/independence/observation';
import { createMeasurement, type Measurement } from '../services/engine/src/monitoring/measurement.ts';
import { createSampledKeys, useLimits, type SampledKeys } from '../services/engine/src/monitoring/sampled-keys.ts';
import { testClock, type TestClock } from '../services/engine/src/testing/test-sources.ts';
import {
  startLearningThread,
  type LearningEvents,
  type LearningThread,
} from '../services/engine/src/monitoring/thread.ts';

const roundMs = 3_000;
const providers = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

const threadModule = new URL('../services/engine/src/monitoring/thread-entry.ts', import.meta.url);

/** Starts the learning thread of the engine from its source. */
export function startThreadFromSource(events: LearningEvents): LearningThread {
  return startLearningThread({ minRowMs: 900, provesEarly: false }, events, { module: threadModule });
}

/** Creates a learner that runs on the thread that answers callers, for comparison. */
function learnHere(events: LearningEvents): LearningThread {
  const learner = createLearner({ minRowMs: 900, provesEarly: false });
  return {
    observe: (seen) => {
      learner.observe([seen]);
      return true;
    },
    observePrint: () => true,
    admit: (keys) => void learner.admit(keys),
    release: learner.release,
    report: () => events.onVerdicts(learner.freshVerdicts()),
    dump: async () => learner.changedStates(),
    close: async () => undefined,
  };
}

type World = {
  readonly clock: TestClock;
  readonly thread: () => LearningThread | undefined;
  readonly measurement: Measurement;
  readonly keys: SampledKeys;
};

function open(catalog: Catalog, startThread: (events: LearningEvents) => LearningThread): World {
  const clock = testClock();
  const started: LearningThread[] = [];
  const keys = createSampledKeys(catalog, useLimits.live, clock.now);
  const measurement = createMeasurement({
    keys,
    startThread: (events) => {
      const thread = startThread(events);
      started.push(thread);
      return thread;
    },
    createSampler: () => ({ tick: () => undefined }),
    nodes: { tick: () => undefined, load: () => [], freshVerdicts: () => [], changedStates: () => [] },
    references: new Map(),
    counting: { statements: new Map(), needsBound: () => false },
    movement: createPriceMovement(),
    share: () => undefined,
    store: {
      holdLeaderLease: async () => true,
      releaseLeaderLease: async () => undefined,
      loadStates: async () => [],
      deleteOldStates: async () => undefined,
      saveStates: async () => undefined,
      savePoints: async () => undefined,
      deleteOldPoints: async () => undefined,
      saveVerdictSnapshot: async () => undefined,
      loadVerdictSnapshot: async () => undefined,
    },
    pace: { calmMs: roundMs, burstMs: roundMs, burstForMs: 1, burstEveryMs: 3_600_000, minRowMs: 900 },
    clock,
    log: {
      info: () => undefined,
      warn: () => undefined,
      error: (details: unknown) => {
        throw new Error('the learning thread failed, so this run measures nothing', { cause: details });
      },
    },
    onDropped: () => {
      throw new Error('the learning thread could not take an observation, so this run measures too little');
    },
  });
  measurement.start();
  return { clock, measurement, keys, thread: () => started.at(-1) };
}

/** Returns a generator of pseudo-random numbers from 0 to 1. Every run gets the same sequence. */
function createNoise(): () => number {
  let state = 1;
  return () => {
    state = (state * 48_271) % 0x7fffffff;
    return state / 0x7fffffff;
  };
}

/**
 * Resolves when the thread has processed all observations. Retries, because on a busy machine the thread can take
 * longer to answer than its time limit.
 */
async function everythingTaken(thread: LearningThread | undefined): Promise<void> {
  for (let tries = 0; tries < 20; tries += 1) {
    const isDone = await thread?.dump().then(
      () => true,
      () => false,
    );
    if (isDone !== false) {
      return;
    }
  }
}

/**
 * Feeds the measurement with simulated answers to the keys that `keysOf` returns, for some rounds. Each provider's
 * price differs from the market price in its own way.
 */
async function feed(
  { clock, measurement, thread }: World,
  keysOf: (round: number) => readonly string[],
  rounds: number,
): Promise<void> {
  const noise = createNoise();
  for (let round = 0; round < rounds; round += 1) {
    const t = clock.now();
    const market = 100 + Math.sin(t / 900_000) + Math.sin(t / 41_000) / 10;
    const observations = keysOf(round).flatMap((key) =>
      providers.map((provider, index): ProviderObservation => {
        const ownBasis = Math.sin(t / (60_000 + 17_000 * index)) / 20 + noise() / 200;
        return { t, provider, key, value: (market + ownBasis).toFixed(5), asOf: null, latencyMs: 20, ok: true };
      }),
    );
    measurement.onSharedObservations(observations);
    await clock.advance(roundMs);
    // The thread runs in real time but the simulation does not, so wait until the thread has processed everything.
    if (round % 8 === 7) {
      await everythingTaken(thread());
    }
  }
}

/** Returns the pairs of providers that are proven independent, for each of the major assets. */
function provenPairs({ measurement, keys }: World, majors: readonly string[]): ReadonlySet<string> {
  const proven = majors.filter(keys.isSampled).flatMap((key) =>
    providers.flatMap((a, index) =>
      providers
        .slice(index + 1)
        .filter((b) => measurement.pair(key, a, b).verdict === 'independent')
        .map((b) => `${key} ${a} ${b}`),
    ),
  );
  return new Set(proven);
}

/** The headings of the rows that `attackMeasurement` returns. */
export const attackHeader = [
  'learner',
  'attack',
  'sampled keys',
  'pairs proven before',
  'of these, still proven',
  'newly proven',
  'longest pause, ms',
  'p99 pause, ms',
  'resident memory, MB',
];

async function attack(name: string, startThread: (events: LearningEvents) => LearningThread): Promise<string[][]> {
  const world = open(await loadCatalog(), startThread);
  const majors = world.keys.list().map(({ key }) => key);
  const rows: string[][] = [];
  const phases: readonly (readonly [string, number])[] = [
    ['no attack', 0],
    ['64 keys asked every minute', 64],
    ['10,000 keys asked in turn', 10_000],
  ];
  await feed(world, () => majors, 520);
  const before = provenPairs(world, majors);
  for (const [title, count] of phases) {
    const delay = monitorEventLoopDelay({ resolution: 5 });
    const attackers = Array.from({ length: count }, (_, index) => `token.price:X${index}`);
    delay.enable();
    await feed(
      world,
      (round) => [
        ...majors,
        ...(count <= 64 ? attackers : attackers.slice((round * 250) % count, ((round * 250) % count) + 250)),
      ],
      60,
    );
    delay.disable();
    const after = provenPairs(world, majors);
    const keptCount = [...before].filter((pair) => after.has(pair)).length;
    const residentMb = process.memoryUsage().rss / 1e6;
    const numbers = [world.keys.list().length, before.size, keptCount, after.size - keptCount];
    const amounts = [delay.max / 1e6, delay.percentile(99) / 1e6, residentMb];
    rows.push([name, title, ...numbers.map(String), ...amounts.map((amount) => amount.toFixed(0))]);
  }
  await world.measurement.stop();
  return rows;
}

/**
 * Attacks the measurement with many keys that callers ask about. Runs the attack twice: once with the learner in its
 * own thread, and once with the learner in the thread that answers callers. Returns a row for each attack. The pauses
 * in a row are pauses of the thread that answers callers.
 */
export async function attackMeasurement(): Promise<string[][]> {
  const resultOfThread = await attack('in its own thread', (events) => startThreadFromSource(events));
  return [...resultOfThread, ...(await attack('on the thread that answers', learnHere))];
}
