import type { References } from '../verification/reference.ts';
import { differenceBps, judgeLevel, type LevelQuestion } from '../verification/levels.ts';
import { typeOfKey } from '@assay/independence/type-of-key';
import type { RoundPrices } from '@assay/independence/price-movement';
import type { MeasuredPair } from '@assay/independence/verdicts/measured-pair';
import type { SamplingRound } from './sampler.ts';

/** The providers that contradict the majority. Each sampling round updates the list. */
export type Outliers = {
  /**
   * Evaluates the answers of one round about a key.
   * @param questions the answers of all sources at one time. Answers with different identity fields are in different
   * questions.
   */
  readonly addRound: (key: string, questions: readonly LevelQuestion[]) => void;
  /**
   * Returns whether a provider is an outlier for questions about a key. When the key is not sampled, returns whether
   * the provider is an outlier for any sampled key of its type.
   */
  readonly isOutlier: (key: string, provider: string) => boolean;
  /** Returns whether the answers of a key's last round conflicted without a majority. */
  readonly hasConflict: (key: string) => boolean;
  /** Removes the keys that are no longer sampled. */
  readonly keepOnly: (isSampled: (key: string) => boolean) => void;
  /** Returns the outliers and conflicts as JSON, for other replicas. */
  readonly toJson: () => OutliersJson;
  /** Replaces the outliers and conflicts by those of another replica. */
  readonly fromJson: (json: OutliersJson) => void;
};

/** The outliers of every key, and the keys in conflict. */
export type OutliersJson = {
  readonly outliers: readonly (readonly [type: string, key: string, providers: readonly string[]])[];
  readonly conflicts: readonly (readonly [type: string, key: string])[];
};

/**
 * Creates the record of outliers. A provider becomes an outlier when it differs from the majority by more than the
 * tolerance. It stops being an outlier only when it differs by less than half the tolerance. The two limits prevent a
 * provider near the tolerance from switching back and forth. A round without a majority changes nothing.
 */
export function createOutliers(): Outliers {
  let byKey = new Map<string, Set<string>>();
  let conflicts = new Set<string>();
  // Caches the outliers of each type until the next change, because every call looks up all of its sources.
  let byType: Map<string, ReadonlySet<string>> | undefined;
  return {
    addRound: (key, questions) => {
      const outliers = byKey.get(key) ?? new Set();
      byKey.set(key, outliers);
      byType = undefined;
      const results = questions.map((question) => applyRound(question, outliers));
      if (results.includes('conflict')) {
        conflicts.add(key);
      } else {
        conflicts.delete(key);
      }
    },
    isOutlier: (key, provider) =>
      byKey.get(key)?.has(provider) ?? (byType ??= outliersByType(byKey)).get(typeOfKey(key))?.has(provider) ?? false,
    hasConflict: (key) => conflicts.has(key),
    keepOnly: (isSampled) => {
      const left = [...byKey.keys()].filter((key) => !isSampled(key));
      left.forEach((key) => byKey.delete(key) && conflicts.delete(key));
      byType = undefined;
    },
    toJson: () => ({
      outliers: [...byKey].map(([key, outliers]) => [typeOfKey(key), key, [...outliers]] as const),
      conflicts: [...conflicts].map((key) => [typeOfKey(key), key] as const),
    }),
    fromJson: (json) => {
      byKey = new Map(json.outliers.map(([, key, providers]) => [key, new Set(providers)]));
      conflicts = new Set(json.conflicts.map(([, key]) => key));
      byType = undefined;
    },
  };
}

function outliersByType(byKey: ReadonlyMap<string, ReadonlySet<string>>): Map<string, ReadonlySet<string>> {
  const byType = new Map<string, ReadonlySet<string>>();
  byKey.forEach((outliers, key) => {
    const type = typeOfKey(key);
    byType.set(type, new Set([...(byType.get(type) ?? []), ...outliers]));
  });
  return byType;
}

/**
 * Returns the answers of one sampling round, as input for the computation of a level. Answers are comparable only if
 * their identity fields are equal, so there is one question for each combination of these fields. A type whose values
 * cannot be compared has no question.
 */
export function roundQuestions(
  { sampled, answers, reference }: SamplingRound,
  references: References,
  pair: (key: string, a: string, b: string) => MeasuredPair,
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
    relation: (a, b) => pair(sampled.key, a, b),
  }));
}

/** Returns the price that each provider answered in one round. */
export function roundPrices({ sampled, answers }: SamplingRound): RoundPrices {
  const field = sampled.type.agreement?.field ?? '';
  return new Map(
    answers.flatMap(({ source, answer }) => {
      const price = answer.outcome === 'ok' ? Number(answer.data?.[field]) : Number.NaN;
      return price > 0 ? [[source.provider.id, price] as const] : [];
    }),
  );
}

/**
 * Updates the outliers of one key with the answers of one round that have the same identity. Returns whether these
 * answers conflict.
 */
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
