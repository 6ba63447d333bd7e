import { Big } from 'big.js';
import { reaches, type Level } from '@assay/catalog/define';
import { largestIndependentSet } from '@assay/independence/independent-set';

/** What was measured about two providers. */
export type Relation = 'independent' | 'shared_upstream' | 'unknown';

/** One that answered, and its number. All are about the same thing, fresh and well formed. */
export type Said = { readonly name: string; readonly value: string };

/** What is judged. */
export type LevelQuestion = {
  /** In the order in which they would be delivered; their values are plain decimals above zero. */
  readonly answers: readonly Said[];
  /** The authoritative reference, when it answered. `confidence` is half the width of its own interval. */
  readonly reference?: Said & { readonly confidence: string };
  /** A whole number. */
  readonly toleranceBps: number;
  readonly relation: (a: string, b: string) => Relation;
};

/** How one answer stands among the others. */
export type Standing = {
  /** Independent groups that say the same, the answer's own among them. */
  readonly groupsFor: number;
  readonly groupsAgainst: number;
  /** Places of the answers that agree and are independent of this one. */
  readonly confirmedBy: readonly number[];
  /** Places of the answers that contradict, copies of this one left out. */
  readonly contradictedBy: readonly number[];
  readonly reference: 'absent' | 'confirms' | 'contradicts' | 'says_nothing';
};

/** What the answers come to: the answer to deliver with its level, or a conflict that lets none be delivered. */
export type Judged =
  | { readonly kind: 'level'; readonly level: Level; readonly place: number; readonly standing: Standing }
  | { readonly kind: 'conflict'; readonly place: number; readonly standing: Standing };

/** A reference agrees within a quarter of a percent whatever the type's own tolerance is. */
const referenceToleranceBps = 25;
const confidencesAllowed = 3n;

/**
 * Judges answers by these rules.
 *
 * 1. Two numbers agree when they differ by at most the tolerance, in basis points of the smaller one. A reference agrees
 *    too when the difference is at most three times its own confidence interval.
 * 2. For an answer speak: itself, and the largest set of answers that agree with it and are measured to be independent of
 *    it and of each other.
 * 3. Against it speak the largest such set among the answers that contradict it and are independent of it, and one more
 *    for all together that contradict it and of which nothing was measured. A provider that shares its upstream never
 *    speaks for it nor against it.
 * 4. A reference that contradicts an answer rules it out, whatever they share. One that agrees and is measured to be
 *    independent speaks for it, and anchors it when those for it outnumber those against it.
 * 5. Without that it is consensus when at least two speak for it and they outnumber those against it; single_source
 *    when nobody speaks against it; and nothing otherwise.
 * 6. The answer with the highest level is delivered, the first of equals. Where no answer has a level, all are in conflict.
 */
export function judgeLevel(question: LevelQuestion): Judged | undefined {
  const numbers = inWholeUnits(question);
  let best: Extract<Judged, { kind: 'level' }> | undefined;
  let conflict: Judged | undefined;
  for (const place of question.answers.keys()) {
    const standing = standingOf(question, numbers, place);
    const level = levelOf(standing);
    if (level === undefined) {
      conflict ??= { kind: 'conflict', place, standing };
    } else if (best === undefined || !reaches(best.level, level)) {
      best = { kind: 'level', level, place, standing };
    }
  }
  return best ?? conflict;
}

function levelOf({ groupsFor, groupsAgainst, reference }: Standing): Level | undefined {
  if (reference === 'contradicts') {
    return undefined;
  }
  if (reference === 'confirms' && groupsFor + 1 > groupsAgainst) {
    return 'anchored';
  }
  if (groupsFor >= 2 && groupsFor > groupsAgainst) {
    return 'consensus';
  }
  return groupsAgainst === 0 ? 'single_source' : undefined;
}

/** The same numbers as whole multiples of the smallest decimal place of any, since deciding is on the way of every call. */
type Numbers = {
  readonly answers: readonly bigint[];
  readonly reference: { readonly value: bigint; readonly confidence: bigint } | undefined;
};

function inWholeUnits({ answers, reference }: LevelQuestion): Numbers {
  const texts = [...answers.map(({ value }) => value), reference?.value ?? '0', reference?.confidence ?? '0'];
  const places = Math.max(...texts.map((text) => (text.includes('.') ? text.length - text.indexOf('.') - 1 : 0)));
  const whole = texts.map((text) => {
    const [integer = '0', fraction = ''] = text.split('.');
    return BigInt(integer + fraction.padEnd(places, '0'));
  });
  const [value = 0n, confidence = 0n] = whole.slice(answers.length);
  return {
    answers: whole.slice(0, answers.length),
    reference: reference === undefined ? undefined : { value, confidence },
  };
}

function standingOf(question: LevelQuestion, numbers: Numbers, place: number): Standing {
  const { answers, toleranceBps, relation } = question;
  const ownNumber = numbers.answers[place] ?? 0n;
  const own = answers[place] as Said;
  const confirmedBy: number[] = [];
  const contradictedBy: number[] = [];
  for (const [index, other] of answers.entries()) {
    if (index === place) {
      continue;
    }
    const related = relation(own.name, other.name);
    if (!agree(ownNumber, numbers.answers[index] ?? 0n, toleranceBps)) {
      if (related !== 'shared_upstream') {
        contradictedBy.push(index);
      }
    } else if (related === 'independent') {
      confirmedBy.push(index);
    }
  }
  const against = contradictedBy.filter((index) => relation(own.name, nameAt(answers, index)) === 'independent');
  return {
    groupsFor: 1 + independentGroups(answers, confirmedBy, relation),
    groupsAgainst: independentGroups(answers, against, relation) + (against.length < contradictedBy.length ? 1 : 0),
    confirmedBy,
    contradictedBy,
    reference: referenceStanding(question, numbers.reference, { own, ownNumber }),
  };
}

function referenceStanding(
  { reference, relation, toleranceBps }: LevelQuestion,
  numbers: Numbers['reference'],
  { own, ownNumber }: { readonly own: Said; readonly ownNumber: bigint },
): Standing['reference'] {
  if (reference === undefined || numbers === undefined) {
    return 'absent';
  }
  const agrees =
    agree(ownNumber, numbers.value, Math.max(referenceToleranceBps, toleranceBps)) ||
    distance(ownNumber, numbers.value) <= numbers.confidence * confidencesAllowed;
  if (!agrees) {
    return 'contradicts';
  }
  return relation(own.name, reference.name) === 'independent' ? 'confirms' : 'says_nothing';
}

/** The size of the largest set of these answers of which every two are measured to be independent. */
function independentGroups(
  answers: readonly Said[],
  places: readonly number[],
  relation: LevelQuestion['relation'],
): number {
  return countIndependent(
    places.map((index) => nameAt(answers, index)),
    relation,
  );
}

/** The size of the largest set of these providers, at most 32, of which every two are measured to be independent. */
export function countIndependent(names: readonly string[], relation: LevelQuestion['relation']): number {
  const joined = names.map((a, row) =>
    names.reduce(
      (bits, b, column) => (row === column || relation(a, b) === 'independent' ? bits : bits | (1 << column)),
      0,
    ),
  );
  return largestIndependentSet(joined);
}

function nameAt(answers: readonly Said[], index: number): string {
  return answers[index]?.name ?? '';
}

function distance(a: bigint, b: bigint): bigint {
  return a > b ? a - b : b - a;
}

function agree(a: bigint, b: bigint, toleranceBps: number): boolean {
  return distance(a, b) * 10_000n <= (a < b ? a : b) * BigInt(toleranceBps);
}

/** How far two positive decimals are apart, in basis points of the smaller one. */
export function differenceBps(a: string, b: string): Big {
  const [left, right] = [Big(a), Big(b)];
  const smaller = left.lt(right) ? left : right;
  const apart = left.minus(right).abs();
  if (apart.eq(0)) {
    return apart;
  }
  return smaller.gt(0) ? apart.times(10_000).div(smaller) : Big(Number.MAX_SAFE_INTEGER);
}
