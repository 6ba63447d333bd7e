import type { References } from '../verification/reference.ts';
import { differenceBps, judgeLevel, type LevelQuestion } from '../verification/levels.ts';
import type { MeasuredPair } from '@assay/independence/measured-pair';
import type { SamplingRound } from './sampler.ts';

/** The providers that contradict the majority, updated by each sampling round. */
export type Outliers = {
  /**
   * Takes one round of a key.
   * @param questions the answers of all sources at one time, one question for each thing that they answered about.
   */
  readonly addRound: (type: string, key: string, questions: readonly LevelQuestion[]) => void;
  readonly isOutlier: (type: string, provider: string) => boolean;
  /** Returns the keys of a type whose last round had a conflict without a majority. */
  readonly conflicts: (type: string) => readonly string[];
  /** Returns the state for other replicas. */
  readonly toJson: () => OutliersJson;
  /** Replaces the state by that of another replica. */
  readonly fromJson: (json: OutliersJson) => void;
};

/** The outliers of every key, and the keys in conflict. */
export type OutliersJson = {
  readonly outliers: readonly (readonly [type: string, key: string, providers: readonly string[]])[];
  readonly conflicts: readonly (readonly [type: string, key: string])[];
};

/**
 * Creates the record of outliers. A provider becomes an outlier when it differs from the majority by more than the
 * tolerance. It stops being one when it differs by less than half the tolerance, so that a value near the limit does not
 * flicker. A round without a majority changes nothing.
 */
export function createOutliers(): Outliers {
  let outliersByType = new Map<string, Map<string, Set<string>>>();
  let conflictsByType = new Map<string, Set<string>>();
  const keysOf = (type: string): Map<string, Set<string>> => {
    const keys = outliersByType.get(type) ?? new Map<string, Set<string>>();
    outliersByType.set(type, keys);
    return keys;
  };
  return {
    addRound: (type, key, questions) => {
      const outliers = keysOf(type).get(key) ?? new Set();
      keysOf(type).set(key, outliers);
      const conflicts = conflictsByType.get(type) ?? new Set();
      conflictsByType.set(type, conflicts);
      const results = questions.map((question) => applyRound(question, outliers));
      if (results.includes('conflict')) {
        conflicts.add(key);
      } else {
        conflicts.delete(key);
      }
    },
    isOutlier: (type, provider) =>
      [...(outliersByType.get(type)?.values() ?? [])].some((outliers) => outliers.has(provider)),
    conflicts: (type) => [...(conflictsByType.get(type) ?? [])],
    toJson: () => ({
      outliers: [...outliersByType].flatMap(([type, keys]) =>
        [...keys].map(([key, outliers]) => [type, key, [...outliers]] as const),
      ),
      conflicts: [...conflictsByType].flatMap(([type, keys]) => [...keys].map((key) => [type, key] as const)),
    }),
    fromJson: ({ outliers, conflicts }) => {
      outliersByType = new Map();
      for (const [type, key, providers] of outliers) {
        keysOf(type).set(key, new Set(providers));
      }
      conflictsByType = new Map();
      for (const [type, key] of conflicts) {
        conflictsByType.set(type, new Set([...(conflictsByType.get(type) ?? []), key]));
      }
    },
  };
}

/**
 * Returns the level questions of one sampling round. Only answers with equal identity fields are compared, so the round has
 * one question for each combination of them. A type without a rule of agreement has none.
 */
export function roundQuestions(
  { sampled, answers, reference }: SamplingRound,
  references: References,
  pair: (type: string, a: string, b: string) => MeasuredPair,
): readonly LevelQuestion[] {
  const { agreement, id: type } = sampled.type;
  if (agreement === undefined) {
    return [];
  }
  const groups = new Map<string, { readonly name: string; readonly value: string }[]>();
  for (const { source, answer } of answers) {
    if (answer.outcome === 'ok') {
      const identity = agreement.identityFields.map((name) => String(answer.data?.[name])).join(' ');
      const value = { name: source.provider.id, value: String(answer.data?.[agreement.field]) };
      groups.set(identity, [...(groups.get(identity) ?? []), value]);
    }
  }
  const id = references.get(type)?.id;
  const estimate = reference?.estimate;
  return [...groups.values()].map((values) => ({
    answers: values,
    ...(id === undefined || estimate === undefined ? {} : { reference: { name: id, ...estimate } }),
    toleranceBps: agreement.toleranceBps,
    relation: (a, b) => pair(type, a, b).verdict,
  }));
}

/** Updates the outliers of one key from the answers about one thing. */
function applyRound(question: LevelQuestion, outliers: Set<string>): 'conflict' | 'no_conflict' {
  const judged = judgeLevel(question);
  if (judged?.kind === 'conflict') {
    return 'conflict';
  }
  if (judged === undefined || judged.level === 'single_source') {
    return 'no_conflict';
  }
  const agreed = question.answers[judged.index]?.value ?? '0';
  for (const { name, value } of question.answers) {
    const difference = differenceBps(agreed, value);
    if (difference.gt(question.toleranceBps)) {
      outliers.add(name);
    } else if (difference.times(2).lt(question.toleranceBps)) {
      outliers.delete(name);
    }
  }
  return 'no_conflict';
}
