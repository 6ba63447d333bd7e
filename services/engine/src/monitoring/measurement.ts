import type { Clock } from '@assay/runtime/clock';
import type { Logger } from '@assay/telemetry/log';
import { startRepeating } from '@assay/runtime/repeat';
import { createThrottledWarning } from '@assay/telemetry/throttled-log';
import type { ProviderObservation } from '@assay/independence/observation';
import type { MeasuredPair } from '@assay/independence/verdicts/measured-pair';
import type { References } from '../verification/reference.ts';
import {
  createEvidenceHistory,
  type DuePoint,
  type EvidenceHistory,
} from '@assay/independence/verdicts/evidence-history';
import type { PriceMovement, VolatilityJson } from '@assay/independence/price-movement';
import { createEvidenceIntake, type EvidenceIntake } from './evidence-intake.ts';
import type { LoadedKeyState, StoredKeyState } from '@assay/independence/key-state';
import { createLeaderLease, type LeaderLease } from './leader-lease.ts';
import { nodesKey, type NodeMeasurement } from './node-measurement.ts';
import { createOutliers, roundPrices, roundQuestions, type Outliers, type OutliersJson } from './outliers.ts';
import {
  createSamplingSchedule,
  type SamplingPace,
  type SamplingSchedule,
} from '@assay/independence/sampling-schedule';
import type { PrintListener } from '../streams/print-listener.ts';
import { createPrintIntake, type PrintIntakePorts } from './print-intake.ts';
import type { SampledKey, Sampler, SamplerPorts } from './sampler.ts';
import type { SampledKeys } from './sampled-keys.ts';
import { createLearnedKeys, type LearnedKeys } from '@assay/independence/learned-keys';
import type { LearningEvents, LearningThread } from './thread.ts';
import {
  verdictSnapshotOf,
  type KeyVerdicts,
  type VerdictSnapshot,
} from '@assay/independence/verdicts/verdict-snapshot';
import { createCountedPairs, type CountingRules } from './counted-pairs.ts';

/** The measured independence of providers and of nodes. The longer the process runs, the more verdicts it reaches. */
export type Measurement = {
  /**
   * Returns the verdict on two providers for questions about one key: the measured verdict, lowered where the
   * providers' statements require it. One of the two may be the type's reference.
   */
  readonly pair: (key: string, a: string, b: string) => MeasuredPair;
  /** Counts a question about a key, because the sampler also samples the keys that callers use. */
  readonly onQuestion: SampledKeys['onQuestion'];
  readonly snapshot: () => VerdictSnapshot;
  readonly outliers: Pick<Outliers, 'isOutlier' | 'hasConflict'>;
  /** Whether this replica samples and learns. */
  readonly isLeader: () => boolean;
  /** Receives the answer to any request of a caller or of the sampler. */
  readonly onObservation: EvidenceIntake['onObservation'];
  /** Receives the observations of other replicas. */
  readonly onSharedObservations: EvidenceIntake['onSharedObservations'];
  /** Receives the trades from the streams of all replicas. */
  readonly prints: PrintListener;
  /** Reads the verdicts that the last leader stored. Never rejects. */
  readonly load: () => Promise<void>;
  /**
   * Starts the repeated work. The leader samples, learns and stores. The other replicas load what the leader stored.
   */
  readonly start: () => void;
  /** Stops the repeated work, stores the last results and releases the lease. */
  readonly stop: () => Promise<void>;
};

/** The access of a measurement to the database. Only the leader's writes succeed. */
export type MeasurementStore = {
  /** Acquires or renews the leader lease. Returns whether this replica has it now. */
  readonly holdLeaderLease: () => Promise<boolean>;
  readonly releaseLeaderLease: () => Promise<void>;
  readonly loadStates: (keys: readonly string[]) => Promise<readonly LoadedKeyState[]>;
  readonly deleteOldStates: () => Promise<void>;
  readonly saveStates: (stored: readonly StoredKeyState[]) => Promise<void>;
  /** Adds points to the history of pairs. */
  readonly savePoints: (points: readonly DuePoint[]) => Promise<void>;
  readonly deleteOldPoints: () => Promise<void>;
  readonly saveVerdictSnapshot: (snapshotJson: string) => Promise<void>;
  /**
   * Returns the stored snapshot, or undefined if this replica already has it. `knownAt` is the time at which the
   * snapshot that this replica has was stored.
   */
  readonly loadVerdictSnapshot: (
    knownAt: string,
  ) => Promise<{ readonly snapshotJson: string; readonly at: string } | undefined>;
};

/** Gives the measurement access to the trades of streams. */
export type MeasuredPrints = Pick<PrintIntakePorts, 'booksOf' | 'onCount'> & {
  /** Subscribes to the trades of the sampled keys. The leader calls this every second. */
  readonly follow: (sampled: readonly SampledKey[]) => void;
};

/** The dependencies of a measurement. */
export type MeasurementPorts = {
  readonly startThread: (events: LearningEvents) => LearningThread;
  /**
   * Receives an unexpected error that occurs while the learner processes an observation or a trade. `source` is the
   * provider or the stream that it came from.
   */
  readonly onUnexpected?: (source: string, error: unknown) => void;
  readonly keys: SampledKeys;
  readonly createSampler: (
    schedule: SamplingSchedule,
    callbacks: Pick<SamplerPorts, 'onRound' | 'onReading'>,
  ) => Sampler;
  /** The measurement of the chain's nodes. It compares slots instead of prices. */
  readonly nodes: NodeMeasurement;
  readonly references: References;
  readonly counting: Omit<CountingRules, 'references'>;
  readonly movement: PriceMovement;
  readonly store: MeasurementStore;
  /** Sends an observation to the leader. */
  readonly share: (observation: ProviderObservation) => void;
  readonly pace: SamplingPace;
  /** The trades of streams. Absent when streams are off. */
  readonly prints?: MeasuredPrints | undefined;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Called for each observation that the learning thread could not accept. */
  readonly onDropped: () => void;
};

const sampleTickMs = 50;
const leaseEveryMs = 2_000;
const followEveryMs = 2_000;
const saveEveryMs = 5_000;
/**
 * Number of sampling rounds between two saves of the learned states. A save costs the same however many rounds came
 * before it. When sampling is calm, the leader therefore stores states less often than verdicts.
 */
const minRoundsPerSave = 5;
const deleteOldEveryMs = 3_600_000;
const reportEveryMs = 1_000;
const refreshEveryMs = 1_000;
/** Maximum number of keys with verdicts in memory: the sampled keys, and those that were sampled most recently. */
const maxKnownKeys = 128;

/** The stored snapshot of verdicts. The optional fields are absent if a leader of an older version stored it. */
type StoredSnapshot = {
  readonly keys: readonly KeyVerdicts[];
  readonly outliers?: OutliersJson;
  readonly movement?: readonly VolatilityJson[];
};

/** The latest verdicts of all keys, and the snapshot that is built from them. */
type KnownVerdicts = {
  readonly keys: Map<string, KeyVerdicts>;
  snapshot: VerdictSnapshot;
  /** The time at which the last loaded snapshot was stored. Empty before the first load. */
  storedAt: string;
};

/** Creates a measurement without any verdict. */
export function createMeasurement(ports: MeasurementPorts): Measurement {
  const { references, nodes, store, log, clock, pace, movement } = ports;
  const outliers = createOutliers();
  const known: KnownVerdicts = { keys: new Map(), snapshot: verdictSnapshotOf([]), storedAt: '' };
  const rules = { ...ports.counting, references };
  const pair = createCountedPairs(rules, () => known.snapshot, clock);
  const thread = ports.startThread({
    onVerdicts: (verdicts) => addVerdicts(known, verdicts),
    onUnreadable: (keys) => log.warn({ keys }, 'could not read the stored state of these keys; measuring them again'),
    onRestart: (cause) => {
      log.error({ err: cause }, 'the thread that measures independence failed and was started again');
      learned.forget();
      prints.forget();
    },
    onUnexpected: ports.onUnexpected ?? (() => undefined),
  });
  const learned = createLearnedKeys({
    ...store,
    learner: thread,
    sampledKeys: () => ports.keys.list().map(({ key }) => key),
  });
  const schedule = createSamplingSchedule(pace, clock.monotonic);
  const lease = createLeaderLease({
    work: 'the measurement',
    ...store,
    log,
    onAcquired: async () => {
      const unreadable = nodes.load(await store.loadStates([nodesKey]));
      if (unreadable.length > 0) {
        log.warn({ keys: unreadable }, 'could not read the stored state of these keys; measuring them again');
      }
      await store.deleteOldStates();
      await learned.startAgain();
      prints.forget();
      ports.prints?.follow(ports.keys.list());
      schedule.startBurst();
      log.info({}, 'acquired the leader lease of the measurement; this replica samples now');
    },
  });
  const intake = createEvidenceIntake({
    ...ports,
    isLeader: lease.isLeader,
    learn: thread.observe,
    roundEveryMs: schedule.everyMs,
  });
  const prints = createPrintIntake({
    booksOf: () => [],
    onCount: () => undefined,
    ...ports.prints,
    isLeader: lease.isLeader,
    isAdmitted: learned.isAdmitted,
    learn: thread.observePrint,
  });
  const sampler = ports.createSampler(schedule, {
    onReading: intake.onReading,
    onRound: (round) => {
      const { type, key } = round.sampled;
      outliers.addRound(key, roundQuestions(round, references, pair));
      if (references.has(type.id)) {
        movement.addRound(key, roundPrices(round), clock.now());
      }
    },
  });
  const history = createEvidenceHistory();
  const tasks = createTasks({ ...ports, known, outliers, lease, thread, sampler, learned, history, schedule });
  const { onQuestion } = ports.keys;
  const { isLeader } = lease;
  return { ...intake, pair, outliers, onQuestion, snapshot: () => known.snapshot, isLeader, prints, ...tasks };
}

type TaskPorts = Pick<MeasurementPorts, 'nodes' | 'store' | 'clock' | 'log' | 'keys' | 'movement' | 'prints'> & {
  readonly known: KnownVerdicts;
  readonly outliers: Outliers;
  readonly lease: LeaderLease;
  readonly thread: LearningThread;
  readonly sampler: Sampler;
  readonly learned: LearnedKeys;
  readonly history: EvidenceHistory;
  readonly schedule: SamplingSchedule;
};

/** Creates the repeated tasks of a replica: those of the leader and those of a follower. */
function createTasks(ports: TaskPorts): Pick<Measurement, 'load' | 'start' | 'stop'> {
  const { known, lease, thread, sampler, nodes, clock, keys, outliers, learned, movement, schedule } = ports;
  const warn = createThrottledWarning(ports.log, undefined, clock.monotonic);
  const asLeader = (run: () => unknown) => () => (lease.isLeader() ? run() : undefined);
  const asFollower = (run: () => unknown) => () => (lease.isLeader() ? undefined : run());
  const report = (): void => {
    addVerdicts(known, nodes.freshVerdicts());
    thread.report();
  };
  const refresh = async (): Promise<void> => {
    keys.refresh();
    outliers.keepOnly(keys.isSampled);
    movement.keepOnly(keys.isSampled);
    await learned.follow();
    ports.prints?.follow(keys.list());
  };
  const sample = (): void => {
    sampler.tick();
    nodes.tick();
  };
  let statesStoredAtMs = 0;
  const store = async (): Promise<void> => {
    if (clock.monotonic() - statesStoredAtMs >= minRoundsPerSave * schedule.everyMs()) {
      statesStoredAtMs = clock.monotonic();
      await saveStates(ports);
    }
    await save(ports);
  };
  const tasks = [
    { name: 'renew the leader lease', everyMs: leaseEveryMs, run: lease.renew },
    { name: 'load the verdicts of the leader', everyMs: followEveryMs, run: asFollower(() => follow(ports)) },
    { name: 'store the verdicts', everyMs: saveEveryMs, run: asLeader(store) },
    { name: 'delete old evidence', everyMs: deleteOldEveryMs, run: asLeader(ports.store.deleteOldPoints) },
    { name: 'choose the sampled keys', everyMs: refreshEveryMs, run: asLeader(refresh) },
    { name: 'report the verdicts', everyMs: reportEveryMs, run: asLeader(report) },
    { name: 'sample', everyMs: sampleTickMs, run: asLeader(sample) },
  ];
  let stops: readonly (() => Promise<void>)[] = [];
  return {
    load: () => follow(ports).catch((error: unknown) => warn('could not load the stored verdicts', error)),
    start: () => {
      stops = tasks.map(({ name, everyMs, run }) =>
        startRepeating(run, { name, everyMs, clock, onFailure: (error) => warn(`could not ${name}`, error) }),
      );
    },
    stop: async () => {
      await Promise.all(stops.map((stop) => stop()));
      if (lease.isLeader()) {
        await saveStates(ports)
          .then(() => save(ports))
          .catch((error: unknown) => warn('could not store the verdicts', error));
      }
      await lease.release();
      await thread.close();
    },
  };
}

/** Stores the learned states that changed since the last call. */
async function saveStates({ thread, nodes, store }: TaskPorts): Promise<void> {
  const stored = [...(await thread.dump()), ...nodes.changedStates()];
  if (stored.length > 0) {
    await store.saveStates(stored);
  }
}

/** Stores the due points of the pairs' history, and the snapshot for the other replicas. */
async function save({ known, outliers, movement, store, history }: TaskPorts): Promise<void> {
  const snapshot: StoredSnapshot = {
    keys: [...known.keys.values()],
    outliers: outliers.toJson(),
    movement: movement.toJson(),
  };
  await store.saveVerdictSnapshot(JSON.stringify(snapshot));
  const points = history.due(snapshot.keys);
  if (points.length > 0) {
    await store.savePoints(points);
    history.onStored(points);
  }
}

/** Loads the snapshot that the leader stored. A new leader loads it too, but only until it has its own verdicts. */
async function follow({ known, outliers, movement, lease, store }: TaskPorts): Promise<void> {
  const newer = await store.loadVerdictSnapshot(known.storedAt);
  if (newer !== undefined && (!lease.isLeader() || known.keys.size === 0)) {
    known.storedAt = newer.at;
    const stored = JSON.parse(newer.snapshotJson) as StoredSnapshot;
    addVerdicts(known, stored.keys);
    outliers.fromJson(stored.outliers ?? { outliers: [], conflicts: [] });
    movement.fromJson(stored.movement ?? []);
  }
}

/** Adds verdicts. If there are too many keys afterwards, removes those with the oldest verdicts. */
function addVerdicts(known: KnownVerdicts, verdicts: readonly KeyVerdicts[]): void {
  verdicts.forEach((each) => known.keys.set(each.key, each));
  const oldestFirst = [...known.keys.values()].toSorted((a, b) => a.judgedMs - b.judgedMs);
  oldestFirst.slice(0, Math.max(0, oldestFirst.length - maxKnownKeys)).forEach(({ key }) => known.keys.delete(key));
  known.snapshot = verdictSnapshotOf([...known.keys.values()]);
}
