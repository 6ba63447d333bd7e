import type { DataType } from '@assay/catalog/define';
import type { Catalog } from '@assay/catalog/catalog';
import type { AskSource } from '../sources/attempt.ts';
import type { SourceObservation } from '../sources/observe.ts';
import type { Source, SourcesByType } from '../sources/source.ts';
import type { QuestionParams } from '@assay/providers/define';
import type { ReferenceReading, References } from '../verification/reference.ts';

/** One question that the sampler asks all sources of a type at the same moment. */
export type SampledKey = { readonly type: DataType; readonly params: QuestionParams; readonly key: string };

/** The answers of one round about one key. */
export type SamplingRound = {
  readonly sampled: SampledKey;
  readonly answers: readonly { readonly source: Source; readonly answer: SourceObservation }[];
  readonly reference: ReferenceReading | undefined;
};

/** The intervals of sampling, in milliseconds. Bursts sample fast, because the evidence is in changes that a round sees. */
export type SamplingPace = {
  readonly calmMs: number;
  readonly burstMs: number;
  readonly burstForMs: number;
  /** From the start of one burst to the start of the next. */
  readonly burstEveryMs: number;
  /** Minimum time between two rows in which the noise of prices is compared. Faster rounds are joined into one row. */
  readonly minRowMs: number;
};

/** The interval between two rounds, which a burst shortens. */
export type SamplingSchedule = {
  /** Returns the interval between two rounds now, in milliseconds. */
  readonly everyMs: () => number;
  /** Whether a round is due. Returns true once per interval. */
  readonly takeDue: () => boolean;
  /** Starts a burst now. The leader calls it when it acquires its lease. */
  readonly startBurst: () => void;
};

/** The dependencies of a sampler. */
export type SamplerPorts = {
  readonly ask: AskSource;
  readonly sources: SourcesByType;
  readonly references: References;
  readonly now: () => number;
  /** Takes each round once all its sources answered or failed. Must not throw. */
  readonly onRound: (round: SamplingRound) => void;
  /** Takes each reading of a reference. */
  readonly onReading: (sampled: SampledKey, reading: ReferenceReading) => void;
  /** Whether to leave at least half of every provider's budget to callers. */
  readonly leaveHeadroom: boolean;
};

/** Asks all sources of the comparable types, on a schedule. */
export type Sampler = {
  /** Starts the rounds that are due. Call it several times a second while this replica is the leader. */
  readonly tick: () => void;
};

/** Returns the name under which the evidence of a question is collected. */
export function keyOf(type: string, params: QuestionParams): string {
  return `${type}:${Object.values(params).join(',')}`;
}

/** Returns every question by which the sources of a catalog's types are measured. */
export function sampledKeys(catalog: Catalog): SampledKey[] {
  return [...catalog.values()].flatMap((type) =>
    (type.agreement?.samplingParams ?? []).map((given) => {
      const params = type.params.parse(given) as QuestionParams;
      return { type, params, key: keyOf(type.id, params) };
    }),
  );
}

/** Creates a schedule whose first burst starts now. */
export function createSamplingSchedule(pace: SamplingPace, now: () => number): SamplingSchedule {
  let nextAtMs = 0;
  let burstAtMs = now();
  const everyMs = (): number => {
    const sinceMs = (now() - burstAtMs) % pace.burstEveryMs;
    return sinceMs < pace.burstForMs ? pace.burstMs : pace.calmMs;
  };
  return {
    everyMs,
    takeDue: () => {
      if (now() < nextAtMs) {
        return false;
      }
      nextAtMs = now() + everyMs();
      return true;
    },
    startBurst: () => {
      burstAtMs = now();
      nextAtMs = 0;
    },
  };
}

const readTimeoutMs = 2_500;
/** Maximum number of unfinished rounds of each key, so that a slow provider does not pile them up. */
const maxUnfinishedRounds = 8;

/** Creates a sampler of some keys. */
export function createSampler(keys: readonly SampledKey[], schedule: SamplingSchedule, ports: SamplerPorts): Sampler {
  let unfinished = 0;
  const sample = async (sampled: SampledKey): Promise<void> => {
    const { type, params } = sampled;
    const paramsKey = JSON.stringify(params);
    const sent: { readonly source: Source; readonly answer: Promise<SourceObservation> }[] = [];
    for (const source of ports.sources.get(type.id) ?? []) {
      if (ports.leaveHeadroom && !source.usage.budget.hasHeadroom()) {
        continue;
      }
      const asked = ports.ask(source, params, paramsKey);
      if (asked.kind === 'sent') {
        sent.push({ source, answer: asked.observation });
      }
    }
    const reference = ports.references.get(type.id);
    const reading =
      reference?.covers(params) === true ? reference.read(params, ports.now() + readTimeoutMs) : undefined;
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
      if (unfinished > keys.length * maxUnfinishedRounds || !schedule.takeDue()) {
        return;
      }
      for (const sampled of keys) {
        unfinished += 1;
        void sample(sampled).then(() => (unfinished -= 1));
      }
    },
  };
}
