import type { DataType } from '@assay/catalog/define';
import type { Catalog } from '@assay/catalog/catalog';
import type { AskSource } from '../sources/attempt.ts';
import type { SourceObservation as Answer } from '../sources/observe.ts';
import type { Source, SourcesByType } from '../sources/source.ts';
import type { QuestionParams } from '../providers/define.ts';
import type { ReferenceReading, References } from '../verification/reference.ts';

/** One question that all sources of a type are asked at the same moment, again and again. */
export type SampledKey = { readonly type: DataType; readonly params: QuestionParams; readonly key: string };

/** What one round of a key showed. */
export type SamplingRound = {
  readonly sampled: SampledKey;
  readonly answers: readonly { readonly source: Source; readonly answer: Answer }[];
  readonly reference: ReferenceReading | undefined;
};

/** How often rounds are made. Rounds of a burst follow one another quickly, since evidence lies in changes that are seen. */
export type SamplingPace = {
  readonly calmMs: number;
  readonly burstMs: number;
  readonly burstForMs: number;
  /** From the start of one burst to that of the next. The first begins with the sampling itself. */
  readonly burstEveryMs: number;
  /** The least time between two rows in which the noise of prices is compared: rounds of a burst are joined into one. */
  readonly minRowMs: number;
};

/** What sampling needs. */
export type SamplerPorts = {
  readonly ask: AskSource;
  readonly sources: SourcesByType;
  readonly references: References;
  readonly now: () => number;
  /** Told of every round once all have answered or failed. Never throws. */
  readonly onRound: (round: SamplingRound) => void;
  /** Told of every reading of a reference. */
  readonly onReading: (sampled: SampledKey, reading: ReferenceReading) => void;
  /** Leaves at least half of every provider's budget to callers. */
  readonly leaveHeadroom: boolean;
};

/** Asks all sources of the types that can be compared, on a schedule. */
export type Sampler = {
  /** Makes the rounds that are due. Called several times a second while this process has the lead. */
  readonly tick: () => void;
  /** Milliseconds between two rounds at this moment. */
  readonly everyMs: () => number;
  /** Begins a burst: called when the lead is taken. */
  readonly startBurst: () => void;
};

/** The name of what is asked, under which it is measured. */
export function keyOf(type: string, params: QuestionParams): string {
  return `${type}:${Object.values(params).join(',')}`;
}

/** Every question by which the sources of a catalog's types are measured. */
export function sampledKeys(catalog: Catalog): SampledKey[] {
  return [...catalog.values()].flatMap((type) =>
    (type.agreement?.samplingParams ?? []).map((given) => {
      const params = type.params.parse(given) as QuestionParams;
      return { type, params, key: keyOf(type.id, params) };
    }),
  );
}

const readWithinMs = 2_500;

/** Creates a sampler over the keys of a catalog. */
export function createSampler(keys: readonly SampledKey[], pace: SamplingPace, ports: SamplerPorts): Sampler {
  let nextAtMs = 0;
  let burstAtMs = ports.now();
  let underWay = 0;
  const everyMs = (): number => {
    const sinceMs = (ports.now() - burstAtMs) % pace.burstEveryMs;
    return sinceMs < pace.burstForMs ? pace.burstMs : pace.calmMs;
  };
  const sample = async (sampled: SampledKey): Promise<void> => {
    const { type, params } = sampled;
    const paramsKey = JSON.stringify(params);
    const answers: { readonly source: Source; readonly answer: Promise<Answer> }[] = [];
    for (const source of ports.sources.get(type.id) ?? []) {
      if (ports.leaveHeadroom && !source.usage.budget.hasHeadroom()) {
        continue;
      }
      const asked = ports.ask(source, params, paramsKey);
      if (asked.kind === 'sent') {
        answers.push({ source, answer: asked.observation });
      }
    }
    const reference = ports.references.get(type.id);
    const reading = reference?.covers(params) === true ? reference.read(params, ports.now() + readWithinMs) : undefined;
    const [read, ...answered] = await Promise.all([
      reading,
      ...answers.map(async ({ source, answer }) => ({ source, answer: await answer })),
    ]);
    if (read !== undefined) {
      ports.onReading(sampled, read);
    }
    ports.onRound({ sampled, answers: answered, reference: read });
  };
  return {
    everyMs,
    startBurst: () => {
      burstAtMs = ports.now();
      nextAtMs = 0;
    },
    tick: () => {
      const now = ports.now();
      // Rounds that do not end must not pile up behind a provider that hangs.
      if (now < nextAtMs || underWay > keys.length * mostRoundsUnderWay) {
        return;
      }
      nextAtMs = now + everyMs();
      for (const sampled of keys) {
        underWay += 1;
        void sample(sampled).then(() => (underWay -= 1));
      }
    },
  };
}

const mostRoundsUnderWay = 8;
