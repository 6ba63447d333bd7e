import { differenceBps, judgeLevel, type LevelQuestion } from '../verification/levels.ts';

/** Who contradicts the majority, from round to round of sampling. */
export type Strays = {
  /** Takes one round of a key: what all sources of a type said at one time, one question for each thing they spoke about. */
  readonly round: (type: string, key: string, questions: readonly LevelQuestion[]) => void;
  readonly strayed: (type: string, provider: string) => boolean;
  /** The keys of a type about which the last round found no majority. */
  readonly conflicts: (type: string) => readonly string[];
  /** What is known, for other replicas. */
  readonly toJson: () => StraysJson;
  /** Takes over what another replica knows. */
  readonly fromJson: (json: StraysJson) => void;
};

/** The strays of every key, and the keys in conflict. */
export type StraysJson = {
  readonly strayed: readonly (readonly [type: string, key: string, providers: readonly string[]])[];
  readonly conflicts: readonly (readonly [type: string, key: string])[];
};

/**
 * Creates the memory of strays. A provider is out when it differs from what the majority says by more than the
 * tolerance, and in again when it differs by less than half of it: in between it stays where it is, so that one at the
 * edge does not flicker. Without a majority nobody's standing changes.
 */
export function createStrays(): Strays {
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
    round: (type, key, questions) => {
      const strays = keysOf(type).get(key) ?? new Set();
      keysOf(type).set(key, strays);
      const conflicts = conflicting.get(type) ?? new Set();
      conflicting.set(type, conflicts);
      const found = questions.map((question) => learnRound(question, strays));
      if (found.includes('conflict')) {
        conflicts.add(key);
      } else {
        conflicts.delete(key);
      }
    },
    strayed: (type, provider) => [...(out.get(type)?.values() ?? [])].some((strays) => strays.has(provider)),
    conflicts: (type) => [...(conflicting.get(type) ?? [])],
    toJson: () => ({
      strayed: [...out].flatMap(([type, keys]) => [...keys].map(([key, strays]) => [type, key, [...strays]] as const)),
      conflicts: [...conflicting].flatMap(([type, keys]) => [...keys].map((key) => [type, key] as const)),
    }),
    fromJson: ({ strayed, conflicts }) => {
      out = new Map();
      for (const [type, key, providers] of strayed) {
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
function learnRound(question: LevelQuestion, strays: Set<string>): 'conflict' | 'fine' {
  const judged = judgeLevel(question);
  if (judged?.kind === 'conflict') {
    return 'conflict';
  }
  if (judged === undefined || judged.level === 'single_source') {
    return 'fine';
  }
  const agreed = question.answers[judged.place]?.value ?? '0';
  for (const { name, value } of question.answers) {
    const apart = differenceBps(agreed, value);
    if (apart.gt(question.toleranceBps)) {
      strays.add(name);
    } else if (apart.times(2).lt(question.toleranceBps)) {
      strays.delete(name);
    }
  }
  return 'fine';
}
