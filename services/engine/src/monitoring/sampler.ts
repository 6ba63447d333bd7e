import type { DataType } from '@assay/catalog/define';
import { marketKey, marketParams } from '@assay/catalog/market';
import type { AskSource } from '../sources/attempt.ts';
import type { SamplingSchedule } from '@assay/independence/sampling-schedule';
import type { SourceObservation } from '../sources/observe.ts';
import type { Source, SourcesByType } from '../sources/source.ts';
import type { QuestionParams } from '@assay/providers/define';
import type { ReferenceReading, References } from '../verification/reference.ts';

/** A question that the sampler sends to all sources of a type at the same time. */
export type SampledKey = { readonly type: DataType; readonly params: QuestionParams; readonly key: string };

/** The answers of one round about one key. */
export type SamplingRound = {
  readonly sampled: SampledKey;
  readonly answers: readonly { readonly source: Source; readonly answer: SourceObservation }[];
  readonly reference: ReferenceReading | undefined;
};

/** The dependencies of a sampler. */
export type SamplerPorts = {
  readonly ask: AskSource;
  readonly sources: SourcesByType;
  readonly references: References;
  /** Milliseconds on a clock that never runs backwards. */
  readonly monotonic: () => number;
  /** Receives each round once all of its sources answered or failed. Must not throw. */
  readonly onRound: (round: SamplingRound) => void;
  /** Receives each reading of a reference. */
  readonly onReading: (sampled: SampledKey, reading: ReferenceReading) => void;
  /** Whether to leave at least half of every provider's budget to callers. */
  readonly leaveHeadroom: boolean;
  /** Receives an unexpected error in the handling of a round's answers. */
  readonly onUnexpected?: (source: string, error: unknown) => void;
};

/** Sends questions to all sources of the comparable types, on a schedule. */
export type Sampler = {
  /** Starts the rounds that are due. Call it several times a second while this replica is the leader. */
  readonly tick: () => void;
};

/** Returns the questions about the majors of a type, which are the assets on which its sources are always measured. */
export function majorKeys(type: DataType): SampledKey[] {
  return (type.agreement?.samplingParams ?? []).map((majorParams) => {
    const params = marketParams(type, type.params.parse(majorParams) as QuestionParams);
    return { type, params, key: marketKey(type, params) };
  });
}

const readTimeoutMs = 2_500;
/**
 * Maximum number of unfinished rounds of one key. Without it, a slow provider would make the number of open requests
 * grow.
 */
const maxUnfinishedRounds = 8;

/** The requests of one round about one key. */
type SentRequests = {
  readonly source: Source;
  readonly answer: SourceObservation | Promise<SourceObservation>;
}[];

/**
 * Creates a sampler.
 * @param nextKeys returns the keys of the next round.
 */
export function createSampler(
  nextKeys: () => readonly SampledKey[],
  schedule: SamplingSchedule,
  ports: SamplerPorts,
): Sampler {
  let unfinished = 0;
  let keysPerRound = 1;
  // The map stores sequence numbers instead of times, because two requests of one round have the same time.
  const lastAsked = new Map<Source, Map<string, number>>();
  let requests = 0;
  const ask = (source: Source, sampled: SampledKey): SentRequests[number]['answer'] | undefined => {
    if (ports.leaveHeadroom && !source.usage.budget.hasHeadroom()) {
      return undefined;
    }
    const askResult = ports.ask(source, sampled.params, JSON.stringify(sampled.params));
    return askResult.kind === 'sent' ? askResult.observation : undefined;
  };
  /**
   * Asks one source about all keys. It begins with the keys about which the source was asked longest ago. So even a
   * source with a small request budget answers about every key after some rounds.
   */
  const askInTurn = (source: Source, keys: readonly SampledKey[], sent: Map<SampledKey, SentRequests>): void => {
    const before = lastAsked.get(source) ?? new Map<string, number>();
    const now = new Map<string, number>();
    for (const sampled of keys.toSorted((a, b) => (before.get(a.key) ?? 0) - (before.get(b.key) ?? 0))) {
      const answer = ask(source, sampled);
      now.set(sampled.key, answer === undefined ? (before.get(sampled.key) ?? 0) : (requests += 1));
      if (answer !== undefined) {
        sent.get(sampled)?.push({ source, answer });
      }
    }
    lastAsked.set(source, now);
  };
  const finish = async (sampled: SampledKey, sent: SentRequests): Promise<void> => {
    const { type, params } = sampled;
    const reference = ports.references.get(type.id);
    const reading =
      reference?.covers(params) === true ? reference.read(params, ports.monotonic() + readTimeoutMs) : undefined;
    const [read, ...answers] = await Promise.all([
      reading,
      ...sent.map(async ({ source, answer }) => ({ source, answer: await answer })),
    ]);
    if (read !== undefined) {
      ports.onReading(sampled, read);
    }
    ports.onRound({ sampled, answers, reference: read });
  };
  return {
    tick: () => {
      if (unfinished > keysPerRound * maxUnfinishedRounds || !schedule.takeDue()) {
        return;
      }
      const keys = nextKeys();
      keysPerRound = keys.length;
      const sent = new Map(keys.map((sampled) => [sampled, [] as SentRequests]));
      for (const type of new Set(keys.map((sampled) => sampled.type))) {
        const ofType = keys.filter((sampled) => sampled.type === type);
        ports.sources.get(type.id)?.forEach((source) => askInTurn(source, ofType, sent));
      }
      for (const [sampled, requests] of sent) {
        unfinished += 1;
        const end = (): void => void (unfinished -= 1);
        void finish(sampled, requests).then(end, (error: unknown) => {
          end();
          ports.onUnexpected?.(`sample of ${sampled.key}`, error);
        });
      }
    },
  };
}
