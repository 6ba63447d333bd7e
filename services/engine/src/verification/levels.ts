import { Big } from 'big.js';
import { reaches, type Level } from '@assay/catalog/define';
import type { PairVerdict } from '@assay/catalog/outcomes';
import { largestIndependentSet } from '@assay/independence/verdicts/independent-set';
import { sharePartsOf, wholeShareParts, type MeasuredPair } from '@assay/independence/verdicts/measured-pair';

/** The number of one provider or of the reference. All numbers of a question are fresh, well formed and about one thing. */
export type ComparedValue = { readonly name: string; readonly value: string };

/**
 * What is known about two names. `maxShare` (0 to 1) bounds what either of the two contains of the other; null where nothing
 * needs a bound, and then counts as zero. A pair whose bound is needed and unknown must arrive as `unknown`.
 */
export type KnownRelation = Pick<MeasuredPair, 'verdict' | 'maxShare'>;

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
  readonly relation: (a: string, b: string) => KnownRelation;
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
  /** Indexes of the independent answers within the tolerance that can share too much with this one to confirm it. */
  readonly tooSharedToConfirm: readonly number[];
  /**
   * `neutral`: the reference agrees, but its independence of the answer is not measured. `vague`: its confidence interval is
   * too wide to tell. `too_shared`: it is within the tolerance, but it can share too much with the answer to confirm it.
   */
  readonly reference: 'absent' | 'confirms' | 'contradicts' | 'neutral' | 'vague' | 'too_shared';
};

/** The answer to deliver with its level, or a conflict that lets nothing be delivered. `index` points into the answers. */
export type JudgedLevel =
  | { readonly kind: 'level'; readonly level: Level; readonly index: number; readonly support: AnswerSupport }
  | { readonly kind: 'conflict'; readonly index: number; readonly support: AnswerSupport };

/**
 * Judges answers by these rules. Returns undefined for a question without answers.
 *
 * 1. Two numbers contradict each other when they differ by more than the tolerance, in basis points of the smaller one. They
 *    agree when they differ by at most the tolerance times (1 - w), where w bounds what the two share. Between the two limits
 *    they count on neither side. An error of one shows in the other at (1 - w) of its size, so an error beyond the tolerance
 *    never agrees. The smaller number is first reduced to the part that it cannot have from the other, which makes this exact.
 *    For a reference both limits grow by the movement that is plausible since its publication. It agrees when its whole
 *    confidence interval does, and contradicts when no part of the interval is within the tolerance. Otherwise it counts on
 *    neither side.
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
  const tooSharedToConfirm: number[] = [];
  for (const [index, other] of answers.entries()) {
    if (index === ownIndex) {
      continue;
    }
    const { verdict, maxShare } = relation(own.name, other.name);
    const number = numbers.answers[index] ?? 0n;
    if (!agree(ownNumber, number, toleranceBps, 0n)) {
      if (verdict !== 'shared_upstream') {
        contradictedBy.push(index);
      }
    } else if (verdict === 'independent') {
      const confirms = agree(ownNumber, number, toleranceBps, BigInt(sharePartsOf(maxShare ?? 0)));
      (confirms ? confirmedBy : tooSharedToConfirm).push(index);
    }
  }
  const verdict = (a: string, b: string): PairVerdict => relation(a, b).verdict;
  const against = contradictedBy.filter((index) => verdict(own.name, nameAt(answers, index)) === 'independent');
  return {
    groupsFor: 1 + independentGroups(answers, confirmedBy, verdict),
    groupsAgainst: independentGroups(answers, against, verdict) + (against.length < contradictedBy.length ? 1 : 0),
    confirmedBy,
    contradictedBy,
    tooSharedToConfirm,
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
  const movement = smaller * BigInt(reference.movementBps) * wholeShare;
  const limitFor = (share: bigint): bigint => {
    const limit = agreementLimit(ownNumber, numbers.value, toleranceBps, share);
    return limit < 0n ? limit : limit + movement;
  };
  const [nearest, farthest] = [apart - numbers.confidence, apart + numbers.confidence];
  if (nearest * limitUnit > limitFor(0n)) {
    return 'contradicts';
  }
  if (farthest * limitUnit > limitFor(0n)) {
    return 'vague';
  }
  const { verdict, maxShare } = relation(own.name, reference.name);
  if (verdict !== 'independent') {
    return 'neutral';
  }
  return farthest * limitUnit > limitFor(BigInt(sharePartsOf(maxShare ?? 0))) ? 'too_shared' : 'confirms';
}

/** Returns the size of the largest set of mutually independent answers among these. */
function independentGroups(
  answers: readonly ComparedValue[],
  indexes: readonly number[],
  relation: (a: string, b: string) => PairVerdict,
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
export function countIndependent(names: readonly string[], relation: (a: string, b: string) => PairVerdict): number {
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

const wholeShare = BigInt(wholeShareParts);
/** Limits are exact integers in units of one basis point times one part of a share. */
const limitUnit = 10_000n * wholeShare;

/** Whether two numbers agree that can share this part, in parts per 10,000. */
function agree(a: bigint, b: bigint, toleranceBps: number, share: bigint): boolean {
  return distance(a, b) * limitUnit <= agreementLimit(a, b, toleranceBps, share);
}

/**
 * Returns how far two numbers may be apart to agree, in limit units. The smaller number contains at most `share` of the
 * larger one. The rest of it is (1 - share) times its honest part, and the error of the larger one shows at (1 - share) of its
 * size. So the tolerance is taken of that rest.
 */
function agreementLimit(a: bigint, b: bigint, toleranceBps: number, share: bigint): bigint {
  const [smaller, larger] = a < b ? [a, b] : [b, a];
  const rest = smaller * wholeShare - larger * share;
  // A number that can be all of the other one has no part of its own, so even an equal number agrees with nothing.
  return rest > 0n ? rest * BigInt(toleranceBps) : -1n;
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
