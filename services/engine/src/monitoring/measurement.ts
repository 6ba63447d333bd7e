import type { Logger } from '@assay/service/log';
import type { SourceObservation as Answer } from '../sources/observe.ts';
import type { Source } from '../sources/source.ts';
import type { ProviderObservation } from '@assay/independence/observation';
import type { QuestionParams } from '../providers/define.ts';
import type { ReferenceReading, References } from '../verification/reference.ts';
import type { LevelQuestion } from '../verification/levels.ts';
import type { StoredKeyState } from './learner.ts';
import { nodesKey, type NodeMeasurement } from './node-measurement.ts';
import type { MeasuredPair } from '../verification/measured-pair.ts';
import { pairWithReference, verdictSnapshotOf, type KeyVerdicts, type VerdictSnapshot } from './verdict-snapshot.ts';
import { keyOf, type SamplingRound, type SampledKey, type Sampler } from './sampler.ts';
import { createOutliers, type Outliers, type OutliersJson } from './outliers.ts';
import type { ObservationSharing } from './observation-sharing.ts';
import type { LearningThread } from './thread.ts';

/** What is known of the independence of providers, as it grows. */
export type Measurement = {
  /** What is known of two providers of a type; one of them may be the type's reference. */
  readonly pair: (type: string, a: string, b: string) => MeasuredPair;
  readonly snapshot: () => VerdictSnapshot;
  /** Takes what the learning thread judged anew. */
  readonly onVerdicts: (pictures: readonly KeyVerdicts[]) => void;
  /** Gives the thread what is stored, after it was started again. */
  readonly reload: () => Promise<void>;
  /** Reads what was known before this process began. Never rejects. */
  readonly load: () => Promise<void>;
  readonly outliers: Outliers;
  /** Whether this process samples and learns. */
  readonly isLeader: () => boolean;
  /** Told of every answer that was seen, sampled or asked for by a caller. A replica that does not learn tells the one that does. */
  readonly onObservation: (source: Source, params: QuestionParams, answer: Answer, tookMs: number) => void;
  /** Takes what other replicas saw; without the lead nothing is learned from it. */
  readonly onSharedObservations: (observations: readonly ProviderObservation[]) => void;
  readonly onRound: (round: SamplingRound) => void;
  readonly onReading: (sampled: SampledKey, reading: ReferenceReading) => void;
  /** Called several times a second: samples, takes or keeps the lead, keeps what was learned, or follows who does. */
  readonly tick: () => void;
  /** Keeps what was learned last and gives up the lead. */
  readonly stop: () => Promise<void>;
};

/** What measuring needs of the world. */
export type MeasurementPorts = {
  readonly thread: LearningThread;
  readonly sampler: () => Sampler;
  /** The nodes of the chain, which are measured by other evidence. */
  readonly nodes: NodeMeasurement;
  readonly references: References;
  readonly store: {
    readonly holdLeaderLease: () => Promise<boolean>;
    readonly releaseLeaderLease: () => Promise<void>;
    readonly loadStates: () => Promise<readonly StoredKeyState[]>;
    readonly saveStates: (stored: readonly StoredKeyState[]) => Promise<void>;
    readonly saveVerdictSnapshot: (picture: string) => Promise<void>;
    readonly loadVerdictSnapshot: (
      knownAt: string,
    ) => Promise<{ readonly picture: string; readonly at: string } | undefined>;
  };
  readonly now: () => number;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  /** The way to the replica that learns. */
  readonly sharing: () => ObservationSharing;
  /** Counts an observation that was not learned, since too many waited. */
  readonly onDropped: () => void;
};

const leadEveryMs = 2_000;
const keepEveryMs = 5_000;
const followEveryMs = 2_000;
const reportEveryMs = 1_000;
/** Answers of one provider about one key that follow each other more closely than this part of a round are one. */
const sameRoundShare = 0.6;
/** Keys that callers asked are remembered to tell repeated answers; far more than are ever learned at a time. */
const mostGaps = 4_096;

type SharedPicture = { readonly keys: readonly KeyVerdicts[]; readonly strays: OutliersJson };

/** What a measurement knows at a moment. */
type Knowledge = {
  readonly keys: Map<string, KeyVerdicts>;
  picture: VerdictSnapshot;
  leading: boolean;
  pictureAt: string;
};

/** Creates a measurement that knows nothing yet. What was learned before arrives with the first ticks. */
export function createMeasurement(ports: MeasurementPorts): Measurement {
  const { references, thread } = ports;
  const strays = createOutliers();
  const known: Knowledge = { keys: new Map(), picture: verdictSnapshotOf([]), leading: false, pictureAt: '' };
  const isNew = createRoundGate(() => ports.sampler().everyMs());
  const learn = (observation: ProviderObservation): void => {
    if (isNew(observation) && !thread.observe(observation)) {
      ports.onDropped();
    }
  };
  const { lead, keep, follow, report } = duties(known, strays, ports);
  const pair: Measurement['pair'] = (type, a, b) => pairOf(known.picture, references, type, a, b);
  return {
    pair,
    snapshot: () => known.picture,
    onVerdicts: (pictures) => show(known, pictures),
    reload: async () => thread.load((await ports.store.loadStates()).filter(({ key }) => key !== nodesKey)),
    load: follow.now,
    outliers: strays,
    isLeader: () => known.leading,
    onObservation: (source, params, answer, tookMs) => {
      const observation = observationOf(source, params, answer, tookMs);
      if (observation !== undefined && known.leading) {
        learn(observation);
      } else if (observation !== undefined && isNew(observation)) {
        ports.sharing().offer(observation);
      }
    },
    onSharedObservations: (observations) => {
      if (known.leading) {
        observations.forEach(learn);
      }
    },
    onReading: ({ type, key }, reading) => {
      const id = references.get(type.id)?.id;
      if (known.leading && id !== undefined && reading.receivedAtMs !== 0) {
        learn(readingObservation(id, key, reading));
      }
    },
    onRound: (round) => learnOutliers(round, references, pair, strays),
    tick: () => {
      lead();
      ports.sharing().tick();
      if (known.leading) {
        ports.sampler().tick();
        ports.nodes.tick();
        report();
        keep();
      } else {
        follow();
      }
    },
    stop: async () => {
      if (known.leading) {
        await keep.now();
        await ports.store.releaseLeaderLease();
      }
    },
  };
}

function show(known: Knowledge, pictures: readonly KeyVerdicts[]): void {
  for (const each of pictures) {
    known.keys.set(each.key, each);
  }
  known.picture = verdictSnapshotOf([...known.keys.values()]);
}

/**
 * Lets each round of a provider and key through once: the traffic of callers would otherwise turn rounds, and with them the
 * memory of what was counted, faster than sampling. What was asked before the last that was let through is not new either.
 */
function createRoundGate(everyMs: () => number): (observation: ProviderObservation) => boolean {
  const lastAskedMs = new Map<string, number>();
  return ({ provider, key, t, latencyMs }) => {
    const name = `${provider} ${key}`;
    const askedMs = t - latencyMs;
    if (askedMs - (lastAskedMs.get(name) ?? 0) < everyMs() * sameRoundShare) {
      return false;
    }
    if (lastAskedMs.size > mostGaps) {
      lastAskedMs.clear();
    }
    lastAskedMs.set(name, askedMs);
    return true;
  };
}

/** What is done again and again: taking the lead, keeping what was learned, or following who does. */
function duties(known: Knowledge, strays: Outliers, ports: MeasurementPorts) {
  const { store, thread, nodes, log } = ports;
  return {
    lead: every(leadEveryMs, ports, 'the lead of the measurement cannot be had', async () => {
      const holds = await store.holdLeaderLease();
      if (holds && !known.leading) {
        const stored = await store.loadStates();
        thread.load(stored.filter(({ key }) => key !== nodesKey));
        const unreadable = nodes.load(stored);
        if (unreadable.length > 0) {
          log.warn({ keys: unreadable }, 'what was learned about these keys cannot be read; it is learned anew');
        }
        ports.sampler().startBurst();
        log.info({ keys: stored.length }, 'this replica samples now');
      }
      if (!holds && known.leading) {
        log.info({}, 'another replica samples now');
      }
      known.leading = holds;
    }),
    keep: every(keepEveryMs, ports, 'what was learned could not be kept; it is kept later', async () => {
      const stored = [...(await thread.dump()), ...nodes.changedStates()];
      if (stored.length > 0) {
        await store.saveStates(stored);
      }
      const shared: SharedPicture = { keys: [...known.keys.values()], strays: strays.toJson() };
      await store.saveVerdictSnapshot(JSON.stringify(shared));
    }),
    follow: every(followEveryMs, ports, 'what others learned cannot be read', async () => {
      const found = await store.loadVerdictSnapshot(known.pictureAt);
      // At the start nobody knows anything yet, so what was shown last is better than nothing for a leader too.
      if (found !== undefined && (!known.leading || known.keys.size === 0)) {
        known.pictureAt = found.at;
        const shared = JSON.parse(found.picture) as SharedPicture;
        show(known, shared.keys);
        strays.fromJson(shared.strays);
      }
    }),
    report: every(reportEveryMs, ports, 'the learning thread cannot be asked', async () => {
      show(known, nodes.freshVerdicts());
      thread.report();
    }),
  };
}

function pairOf(picture: VerdictSnapshot, references: References, type: string, a: string, b: string): MeasuredPair {
  const reference = references.get(type);
  if (reference !== undefined && (a === reference.id || b === reference.id)) {
    return pairWithReference(picture, type, a === reference.id ? b : a, reference);
  }
  return picture.pair(type, a, b);
}

/** An answer as evidence; undefined for what says nothing about where a provider's numbers come from. */
function observationOf(
  source: Source,
  params: QuestionParams,
  answer: Answer,
  tookMs: number,
): ProviderObservation | undefined {
  const field = source.type.agreement?.field;
  if (field === undefined) {
    return undefined;
  }
  const common = {
    t: answer.receivedAtMs,
    provider: source.provider.id,
    key: keyOf(source.type.id, params),
    latencyMs: Math.max(0, tookMs),
  };
  const value = answer.data?.[field];
  if (typeof value === 'string') {
    return { ...common, value, asOf: answer.sourceAtMs ?? null, ok: true };
  }
  const failed = answer.outcome === 'timeout' || answer.outcome === 'unreachable' || answer.outcome === 'http_error';
  return failed ? { ...common, value: null, asOf: null, ok: false, error: answer.outcome } : undefined;
}

function readingObservation(provider: string, key: string, reading: ReferenceReading): ProviderObservation {
  return {
    t: reading.receivedAtMs,
    provider,
    key,
    latencyMs: Math.max(0, reading.receivedAtMs - reading.askedAtMs),
    value: reading.estimate?.value ?? null,
    asOf: null,
    ok: reading.estimate !== undefined,
  };
}

/** Looks for strays in a round, among answers about the very same thing. */
function learnOutliers(
  { sampled, answers, reference }: SamplingRound,
  references: References,
  pair: Measurement['pair'],
  strays: Outliers,
): void {
  const { agreement, id: type } = sampled.type;
  if (agreement === undefined) {
    return;
  }
  const groups = new Map<string, { readonly name: string; readonly value: string }[]>();
  for (const { source, answer } of answers) {
    if (answer.outcome === 'ok') {
      const same = agreement.identityFields.map((name) => String(answer.data?.[name])).join(' ');
      const said = { name: source.provider.id, value: String(answer.data?.[agreement.field]) };
      groups.set(same, [...(groups.get(same) ?? []), said]);
    }
  }
  const id = references.get(type)?.id;
  const questions = [...groups.values()].map((answered): LevelQuestion => ({
    answers: answered,
    ...(id === undefined || reference?.estimate === undefined
      ? {}
      : { reference: { name: id, ...reference.estimate } }),
    toleranceBps: agreement.toleranceBps,
    relation: (a, b) => pair(type, a, b).verdict,
  }));
  strays.addRound(type, sampled.key, questions);
}

/** Runs work at most so often and never twice at a time; what it throws is logged and not passed on. */
function every(
  intervalMs: number,
  ports: Pick<MeasurementPorts, 'now' | 'log'>,
  trouble: string,
  work: () => Promise<void>,
): { (): void; readonly now: () => Promise<void> } {
  let nextAtMs = 0;
  let running = false;
  const run = async (): Promise<void> => {
    running = true;
    try {
      await work();
    } catch (error) {
      ports.log.warn({ cause: error instanceof Error ? error.message : 'unknown' }, trouble);
    }
    running = false;
  };
  const due = (): void => {
    if (!running && ports.now() >= nextAtMs) {
      nextAtMs = ports.now() + intervalMs;
      void run();
    }
  };
  return Object.assign(due, { now: run });
}
