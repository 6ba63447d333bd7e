import { differenceBps, judgeLevel, type LevelQuestion } from '../verification/levels.ts';

/** Who contradicts the majority, from round to round of sampling. */
export type Outliers = {
  /** Takes one round of a key: what all sources of a type said at one time, one question for each thing they spoke about. */
  readonly addRound: (type: string, key: string, questions: readonly LevelQuestion[]) => void;
  readonly isOutlier: (type: string, provider: string) => boolean;
  /** The keys of a type about which the last round found no majority. */
  readonly conflicts: (type: string) => readonly string[];
  /** What is known, for other replicas. */
  readonly toJson: () => OutliersJson;
  /** Takes over what another replica knows. */
  readonly fromJson: (json: OutliersJson) => void;
};

/** The strays of every key, and the keys in conflict. */
export type OutliersJson = {
  readonly outliers: readonly (readonly [type: string, key: string, providers: readonly string[]])[];
  readonly conflicts: readonly (readonly [type: string, key: string])[];
};

/**
 * Creates the memory of strays. A provider is out when it differs from what the majority says by more than the
 * tolerance, and in again when it differs by less than half of it: in between it stays where it is, so that one at the
 * edge does not flicker. Without a majority nobody's standing changes.
 */
export function createOutliers(): Outliers {
  let out = new Map<string, Map<string, Set<string>>>();
  let conflicting = new Map<string, Set<string>>();
  const keysOf = (type: string): Map<string, Set<string>> => {
    let keys = out.get(type);
    if (keys === undefined) {
      keys = new Map();
      out.set(type, keys);
    }
    return keys;
  };
  return {
    addRound: (type, key, questions) => {
      const outliers = keysOf(type).get(key) ?? new Set();
      keysOf(type).set(key, outliers);
      const conflicts = conflicting.get(type) ?? new Set();
      conflicting.set(type, conflicts);
      const found = questions.map((question) => learnRound(question, outliers));
      if (found.includes('conflict')) {
        conflicts.add(key);
      } else {
        conflicts.delete(key);
      }
    },
    isOutlier: (type, provider) => [...(out.get(type)?.values() ?? [])].some((outliers) => outliers.has(provider)),
    conflicts: (type) => [...(conflicting.get(type) ?? [])],
    toJson: () => ({
      outliers: [...out].flatMap(([type, keys]) =>
        [...keys].map(([key, outliers]) => [type, key, [...outliers]] as const),
      ),
      conflicts: [...conflicting].flatMap(([type, keys]) => [...keys].map((key) => [type, key] as const)),
    }),
    fromJson: ({ outliers, conflicts }) => {
      out = new Map();
      for (const [type, key, providers] of outliers) {
        keysOf(type).set(key, new Set(providers));
      }
      conflicting = new Map();
      for (const [type, key] of conflicts) {
        conflicting.set(type, new Set([...(conflicting.get(type) ?? []), key]));
      }
    },
  };
}

/** Learns who strays from one round's answers about one thing. */
function learnRound(question: LevelQuestion, outliers: Set<string>): 'conflict' | 'fine' {
  const judged = judgeLevel(question);
  if (judged?.kind === 'conflict') {
    return 'conflict';
  }
  if (judged === undefined || judged.level === 'single_source') {
    return 'fine';
  }
  const agreed = question.answers[judged.index]?.value ?? '0';
  for (const { name, value } of question.answers) {
    const apart = differenceBps(agreed, value);
    if (apart.gt(question.toleranceBps)) {
      outliers.add(name);
    } else if (apart.times(2).lt(question.toleranceBps)) {
      outliers.delete(name);
    }
  }
  return 'fine';
}
