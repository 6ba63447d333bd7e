import type { Clock } from '@assay/service/clock';
import type { Logger } from '@assay/service/log';
import { startRepeating } from '@assay/service/repeat';
import { createThrottledWarning } from '@assay/service/throttled-log';
import type { ProviderObservation } from '@assay/independence/observation';
import type { MeasuredPair } from '@assay/independence/measured-pair';
import type { References } from '../verification/reference.ts';
import { createEvidenceIntake, type EvidenceIntake } from './evidence-intake.ts';
import type { StoredKeyState } from '@assay/independence/learner';
import { createLeaderLease, type LeaderLease } from '@assay/service/leader-lease';
import { nodesKey, type NodeMeasurement } from './node-measurement.ts';
import { createOutliers, roundQuestions, type Outliers, type OutliersJson } from './outliers.ts';
import { createSamplingSchedule, type Sampler, type SamplerPorts, type SamplingPace } from './sampler.ts';
import type { SamplingSchedule } from './sampler.ts';
import type { LearningEvents, LearningThread } from './thread.ts';
import {
  measuredPair,
  verdictSnapshotOf,
  type KeyVerdicts,
  type VerdictSnapshot,
} from '@assay/independence/verdict-snapshot';

/** The measured independence of providers and of nodes. It grows while the process runs. */
export type Measurement = {
  /** Returns the verdict on two providers of a type. One of them may be the type's reference. */
  readonly pair: (type: string, a: string, b: string) => MeasuredPair;
  readonly snapshot: () => VerdictSnapshot;
  readonly outliers: Pick<Outliers, 'isOutlier' | 'conflicts'>;
  /** Whether this replica samples and learns. */
  readonly isLeader: () => boolean;
  /** Takes the answer to any request, of a caller or of the sampler. */
  readonly onObservation: EvidenceIntake['onObservation'];
  /** Takes what other replicas observed. */
  readonly onSharedObservations: EvidenceIntake['onSharedObservations'];
  /** Reads the snapshot that the last leader stored. Never rejects. */
  readonly load: () => Promise<void>;
  /** Starts to sample, learn and store as the leader, or to follow the leader. */
  readonly start: () => void;
  /** Stops all of it, stores what was learned last and gives up the lease. */
  readonly stop: () => Promise<void>;
};

/** The access of a measurement to the database. Only the leader's writes succeed. */
export type MeasurementStore = {
  /** Acquires or renews the leader lease. Returns whether this replica has it now. */
  readonly holdLeaderLease: () => Promise<boolean>;
  readonly releaseLeaderLease: () => Promise<void>;
  readonly loadStates: () => Promise<readonly StoredKeyState[]>;
  readonly saveStates: (stored: readonly StoredKeyState[]) => Promise<void>;
  readonly saveVerdictSnapshot: (snapshotJson: string) => Promise<void>;
  /** Returns the stored snapshot. Undefined when this replica already has it, by its time. */
  readonly loadVerdictSnapshot: (
    knownAt: string,
  ) => Promise<{ readonly snapshotJson: string; readonly at: string } | undefined>;
};

/** The dependencies of a measurement. */
export type MeasurementPorts = {
  readonly startThread: (events: LearningEvents) => LearningThread;
  readonly createSampler: (
    schedule: SamplingSchedule,
    callbacks: Pick<SamplerPorts, 'onRound' | 'onReading'>,
  ) => Sampler;
  /** The measurement of the chain's nodes, which rests on other evidence. */
  readonly nodes: NodeMeasurement;
  readonly references: References;
  readonly store: MeasurementStore;
  /** Sends an observation to the leader. */
  readonly share: (observation: ProviderObservation) => void;
  readonly pace: SamplingPace;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Counts an observation that the learning thread could not take. */
  readonly onDropped: () => void;
};

const sampleTickMs = 50;
const leaseEveryMs = 2_000;
const followEveryMs = 2_000;
const saveEveryMs = 5_000;
const reportEveryMs = 1_000;

/** The stored snapshot. A leader of an older version stores it without `outliers`. */
type StoredSnapshot = { readonly keys: readonly KeyVerdicts[]; readonly outliers?: OutliersJson };

/** The latest verdicts of all keys, and the snapshot built of them. */
type KnownVerdicts = {
  readonly keys: Map<string, KeyVerdicts>;
  snapshot: VerdictSnapshot;
  /** When the stored snapshot that this replica took was stored; empty before. */
  storedAt: string;
};

/** Creates a measurement without any verdict. */
export function createMeasurement(ports: MeasurementPorts): Measurement {
  const { references, nodes, store, log, clock, pace } = ports;
  const outliers = createOutliers();
  const known: KnownVerdicts = { keys: new Map(), snapshot: verdictSnapshotOf([]), storedAt: '' };
  const pair: Measurement['pair'] = (type, a, b) => measuredPair(known.snapshot, references, type, a, b);
  const thread = ports.startThread({
    onVerdicts: (verdicts) => addVerdicts(known, verdicts),
    onUnreadable: (keys) => log.warn({ keys }, 'cannot read the stored state of these keys; learning them again'),
    onRestart: (restarted, cause) => {
      log.error({ err: cause }, 'the learning thread failed and was started again');
      loadStates(restarted, store).catch((error: unknown) =>
        log.warn({ err: error }, 'could not load the stored states into the learning thread'),
      );
    },
  });
  const schedule = createSamplingSchedule(pace, clock.now);
  const lease = createLeaderLease({
    work: 'the measurement',
    ...store,
    log,
    onAcquired: async () => {
      const stored = await loadStates(thread, store);
      const unreadable = nodes.load(stored);
      if (unreadable.length > 0) {
        log.warn({ keys: unreadable }, 'cannot read the stored state of these keys; learning them again');
      }
      schedule.startBurst();
      log.info({ keys: stored.length }, 'acquired the leader lease of the measurement; this replica samples now');
    },
  });
  const intake = createEvidenceIntake({
    ...ports,
    isLeader: lease.isLeader,
    learn: thread.observe,
    roundEveryMs: schedule.everyMs,
  });
  const sampler = ports.createSampler(schedule, {
    onReading: intake.onReading,
    onRound: (round) =>
      outliers.addRound(round.sampled.type.id, round.sampled.key, roundQuestions(round, references, pair)),
  });
  const tasks = createTasks({ ...ports, known, outliers, lease, thread, sampler });
  return { ...intake, pair, outliers, snapshot: () => known.snapshot, isLeader: lease.isLeader, ...tasks };
}

type TaskPorts = Pick<MeasurementPorts, 'nodes' | 'store' | 'clock' | 'log'> & {
  readonly known: KnownVerdicts;
  readonly outliers: Outliers;
  readonly lease: LeaderLease;
  readonly thread: LearningThread;
  readonly sampler: Sampler;
};

/** Creates the repeated work of a replica: the leader's, and that of a replica that follows it. */
function createTasks(ports: TaskPorts): Pick<Measurement, 'load' | 'start' | 'stop'> {
  const { known, lease, thread, sampler, nodes, clock } = ports;
  const warn = createThrottledWarning(ports.log, undefined, clock.monotonic);
  const asLeader = (run: () => unknown) => () => (lease.isLeader() ? run() : undefined);
  const asFollower = (run: () => unknown) => () => (lease.isLeader() ? undefined : run());
  const report = (): void => {
    addVerdicts(known, nodes.freshVerdicts());
    thread.report();
  };
  const sample = (): void => {
    sampler.tick();
    nodes.tick();
  };
  const tasks = [
    { name: 'renew the leader lease', everyMs: leaseEveryMs, run: lease.renew },
    { name: 'load the verdicts of the leader', everyMs: followEveryMs, run: asFollower(() => follow(ports)) },
    { name: 'store the verdicts', everyMs: saveEveryMs, run: asLeader(() => save(ports)) },
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
        await save(ports).catch((error: unknown) => warn('could not store the verdicts', error));
      }
      await lease.release();
      await thread.close();
    },
  };
}

/** Stores the states that changed, and the snapshot for the replicas that follow. */
async function save({ known, outliers, thread, nodes, store }: TaskPorts): Promise<void> {
  const stored = [...(await thread.dump()), ...nodes.changedStates()];
  if (stored.length > 0) {
    await store.saveStates(stored);
  }
  const snapshot: StoredSnapshot = { keys: [...known.keys.values()], outliers: outliers.toJson() };
  await store.saveVerdictSnapshot(JSON.stringify(snapshot));
}

/** Takes the snapshot of the leader. A leader takes one only while it has no verdicts of its own. */
async function follow({ known, outliers, lease, store }: TaskPorts): Promise<void> {
  const found = await store.loadVerdictSnapshot(known.storedAt);
  if (found !== undefined && (!lease.isLeader() || known.keys.size === 0)) {
    known.storedAt = found.at;
    const stored = JSON.parse(found.snapshotJson) as StoredSnapshot;
    addVerdicts(known, stored.keys);
    outliers.fromJson(stored.outliers ?? { outliers: [], conflicts: [] });
  }
}

function addVerdicts(known: KnownVerdicts, verdicts: readonly KeyVerdicts[]): void {
  verdicts.forEach((each) => known.keys.set(each.key, each));
  known.snapshot = verdictSnapshotOf([...known.keys.values()]);
}

/** Loads the stored states of providers into the thread, and returns all stored states. */
async function loadStates(
  thread: Pick<LearningThread, 'load'>,
  store: MeasurementStore,
): Promise<readonly StoredKeyState[]> {
  const stored = await store.loadStates();
  thread.load(stored.filter(({ key }) => key !== nodesKey));
  return stored;
}
