import { Big } from 'big.js';
import { reaches, type Level } from '@assay/catalog/define';
import { largestIndependentSet } from '@assay/independence/independent-set';
import type { Relation } from '@assay/independence/measured-pair';

/** The number of one provider or of the reference. All numbers of a question are fresh, well formed and about one thing. */
export type ComparedValue = { readonly name: string; readonly value: string };

/** The input of judgeLevel. */
export type LevelQuestion = {
  /** The answers in the order of preference for delivery. Their values are plain decimals above zero. */
  readonly answers: readonly ComparedValue[];
  /**
   * The authoritative reference, when it answered. `confidence` is half the width of its confidence interval, and
   * `movementBps` how far the value plausibly moved since the reference was published, as a whole number.
   */
  readonly reference?: ComparedValue & { readonly confidence: string; readonly movementBps: number };
  /** A whole number. */
  readonly toleranceBps: number;
  readonly relation: (a: string, b: string) => Relation;
};

/** The agreement and contradiction that one answer meets among the others. */
export type AnswerSupport = {
  /** Independent groups that agree, the answer's own group included. */
  readonly groupsFor: number;
  readonly groupsAgainst: number;
  /** Indexes of the answers that agree and are independent of this one. */
  readonly confirmedBy: readonly number[];
  /** Indexes of the answers that contradict this one. Copies of this one's upstream are left out. */
  readonly contradictedBy: readonly number[];
  /**
   * `neutral`: the reference agrees, but its independence of the answer is not measured. `vague`: its confidence interval is
   * too wide to tell.
   */
  readonly reference: 'absent' | 'confirms' | 'contradicts' | 'neutral' | 'vague';
};

/** The answer to deliver with its level, or a conflict that lets nothing be delivered. `index` points into the answers. */
export type JudgedLevel =
  | { readonly kind: 'level'; readonly level: Level; readonly index: number; readonly support: AnswerSupport }
  | { readonly kind: 'conflict'; readonly index: number; readonly support: AnswerSupport };

/**
 * Judges answers by these rules. Returns undefined for a question without answers.
 *
 * 1. Two numbers agree when they differ by at most the tolerance, in basis points of the smaller one. For a reference the
 *    tolerance grows by the movement that is plausible since its publication. It agrees when its whole confidence interval
 *    does, and contradicts when no part of the interval agrees. Otherwise it is vague and counts on neither side.
 * 2. The groups for an answer are the answer itself and the largest set of agreeing answers that are measured to be
 *    independent of it and of each other.
 * 3. The groups against an answer are the largest such set of contradicting answers. All contradicting answers whose relation
 *    is unknown count as one more group. An answer that shares its upstream counts on neither side.
 * 4. A reference that contradicts an answer rules it out. A reference that agrees and is measured to be independent counts as
 *    one more group for the answer. The answer is `anchored` when its groups then outnumber those against it.
 * 5. Otherwise an answer is `consensus` when at least two groups are for it and they outnumber those against it. It is
 *    `single_source` when no group is against it. It has no level in all other cases.
 * 6. The answer with the highest level is delivered, the first of equals. All answers conflict when none has a level.
 */
export function judgeLevel(question: LevelQuestion): JudgedLevel | undefined {
  const numbers = inWholeUnits(question);
  let best: Extract<JudgedLevel, { kind: 'level' }> | undefined;
  let conflict: JudgedLevel | undefined;
  for (const index of question.answers.keys()) {
    const support = supportOf(question, numbers, index);
    const level = levelOf(support);
    if (level === undefined) {
      conflict ??= { kind: 'conflict', index, support };
    } else if (best === undefined || !reaches(best.level, level)) {
      best = { kind: 'level', level, index, support };
    }
  }
  return best ?? conflict;
}

function levelOf({ groupsFor, groupsAgainst, reference }: AnswerSupport): Level | undefined {
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

/** The numbers as whole multiples of their smallest decimal place. Every call compares, and integers compare fast. */
type Numbers = {
  readonly answers: readonly bigint[];
  readonly reference: { readonly value: bigint; readonly confidence: bigint } | undefined;
};

function inWholeUnits({ answers, reference }: LevelQuestion): Numbers {
  const texts = [...answers.map(({ value }) => value), reference?.value ?? '0', reference?.confidence ?? '0'];
  const decimals = Math.max(...texts.map((text) => (text.includes('.') ? text.length - text.indexOf('.') - 1 : 0)));
  const whole = texts.map((text) => {
    const [integer = '0', fraction = ''] = text.split('.');
    return BigInt(integer + fraction.padEnd(decimals, '0'));
  });
  const [value = 0n, confidence = 0n] = whole.slice(answers.length);
  return {
    answers: whole.slice(0, answers.length),
    reference: reference === undefined ? undefined : { value, confidence },
  };
}

function supportOf(question: LevelQuestion, numbers: Numbers, ownIndex: number): AnswerSupport {
  const { answers, toleranceBps, relation } = question;
  const ownNumber = numbers.answers[ownIndex] ?? 0n;
  const own = answers[ownIndex] as ComparedValue;
  const confirmedBy: number[] = [];
  const contradictedBy: number[] = [];
  for (const [index, other] of answers.entries()) {
    if (index === ownIndex) {
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
    reference: referenceSupport(question, numbers.reference, { own, ownNumber }),
  };
}

function referenceSupport(
  { reference, relation, toleranceBps }: LevelQuestion,
  numbers: Numbers['reference'],
  { own, ownNumber }: { readonly own: ComparedValue; readonly ownNumber: bigint },
): AnswerSupport['reference'] {
  if (reference === undefined || numbers === undefined) {
    return 'absent';
  }
  const apart = distance(ownNumber, numbers.value);
  const smaller = ownNumber < numbers.value ? ownNumber : numbers.value;
  const limit = smaller * BigInt(toleranceBps + reference.movementBps);
  if ((apart - numbers.confidence) * 10_000n > limit) {
    return 'contradicts';
  }
  if ((apart + numbers.confidence) * 10_000n > limit) {
    return 'vague';
  }
  return relation(own.name, reference.name) === 'independent' ? 'confirms' : 'neutral';
}

/** Returns the size of the largest set of mutually independent answers among these. */
function independentGroups(
  answers: readonly ComparedValue[],
  indexes: readonly number[],
  relation: LevelQuestion['relation'],
): number {
  return countIndependent(
    indexes.map((index) => nameAt(answers, index)),
    relation,
  );
}

/**
 * Returns the size of the largest set of mutually independent providers, by their measured relations.
 * @param names at most 32.
 */
export function countIndependent(names: readonly string[], relation: LevelQuestion['relation']): number {
  const dependent = names.map((a, row) =>
    names.reduce(
      (bits, b, column) => (row === column || relation(a, b) === 'independent' ? bits : bits | (1 << column)),
      0,
    ),
  );
  return largestIndependentSet(dependent);
}

function nameAt(answers: readonly ComparedValue[], index: number): string {
  return answers[index]?.name ?? '';
}

function distance(a: bigint, b: bigint): bigint {
  return a > b ? a - b : b - a;
}

function agree(a: bigint, b: bigint, toleranceBps: number): boolean {
  return distance(a, b) * 10_000n <= (a < b ? a : b) * BigInt(toleranceBps);
}

/** Returns the difference of two positive decimals, in basis points of the smaller one. */
export function differenceBps(a: string, b: string): Big {
  const [left, right] = [Big(a), Big(b)];
  const smaller = left.lt(right) ? left : right;
  const difference = left.minus(right).abs();
  if (difference.eq(0)) {
    return difference;
  }
  return smaller.gt(0) ? difference.times(10_000).div(smaller) : Big(Number.MAX_SAFE_INTEGER);
}
