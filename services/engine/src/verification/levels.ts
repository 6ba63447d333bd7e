import { Big } from 'big.js';
import { reaches, type Level } from '@assay/catalog/define';
import type { PairVerdict } from '@assay/catalog/outcomes';
import { largestIndependentSet } from '@assay/independence/verdicts/independent-set';
import { sharePartsOf, wholeShareParts, type MeasuredPair } from '@assay/independence/verdicts/measured-pair';

/**
 * The value of one provider or of the reference. The caller has already removed values that are stale, malformed or of
 * another identity.
 */
export type ComparedValue = { readonly name: string; readonly value: string };

/**
 * The measured relation of two sources. `maxShare` (0 to 1) is the upper bound on the share of one source's data that
 * comes from the other. If the type needs no bound, it is null, and zero is used. If a bound is needed but unknown, the
 * caller must pass the verdict `unknown`.
 */
export type KnownRelation = Pick<MeasuredPair, 'verdict' | 'maxShare'>;

/** The input of judgeLevel. */
export type LevelQuestion = {
  /**
   * The answers, in the order in which the engine prefers to deliver them. Their values are plain decimals above zero.
   */
  readonly answers: readonly ComparedValue[];
  /**
   * The value of the authoritative reference, if it answered. `confidence` is half the width of its confidence
   * interval. `movementBps` is how far the value plausibly moved since the reference was published, in whole basis
   * points.
   */
  readonly reference?: ComparedValue & { readonly confidence: string; readonly movementBps: number };
  /** The tolerance in whole basis points. */
  readonly toleranceBps: number;
  readonly relation: (a: string, b: string) => KnownRelation;
};

/** How the other answers and the reference support or contradict one answer. */
export type AnswerSupport = {
  /** Number of independent groups that agree with this answer, including the answer's own group. */
  readonly groupsFor: number;
  readonly groupsAgainst: number;
  /** Indexes of the answers that agree with this answer and are independent of it. */
  readonly confirmedBy: readonly number[];
  /** Indexes of the answers that contradict this answer. Answers that share this answer's upstream are left out. */
  readonly contradictedBy: readonly number[];
  /**
   * Indexes of independent answers that are within the tolerance but still cannot confirm this answer. The share that
   * they may have in common with it is too large.
   */
  readonly tooSharedToConfirm: readonly number[];
  /**
   * What the reference says about this answer. `neutral`: it agrees, but whether it is independent of the answer is not
   * measured. `vague`: its confidence interval is too wide for a decision. `too_shared`: it is within the tolerance,
   * but it may have too large a share in common with the answer to confirm it.
   */
  readonly reference: 'absent' | 'confirms' | 'contradicts' | 'neutral' | 'vague' | 'too_shared';
};

/**
 * The answer to deliver with its level, or a conflict that prevents a delivery. `index` is the position of that answer
 * in `answers`.
 */
export type JudgedLevel =
  | { readonly kind: 'level'; readonly level: Level; readonly index: number; readonly support: AnswerSupport }
  | { readonly kind: 'conflict'; readonly index: number; readonly support: AnswerSupport };

/**
 * Judges answers by these rules. Returns undefined for a question without answers.
 *
 * 1. Two numbers contradict each other when they differ by more than the tolerance, in basis points of the smaller one.
 * They agree when they differ by at most the tolerance times (1 - w). Here w is the upper bound on the share that they
 * have in common. If their difference lies between these two limits, they neither agree nor contradict each other.
 *
 * The reason for the factor (1 - w): if one number is wrong, the other one contains the share w of the same error. So
 * only the rest of the error, (1 - w), is visible in their difference. With this smaller limit, two numbers never agree
 * if the error is larger than the tolerance. To make this exact, the limit is a part of the smaller number without the
 * share that may come from the larger one.
 *
 * For a reference, both limits grow by the movement that is plausible since its publication. A reference agrees when
 * its whole confidence interval agrees. It contradicts when no part of the interval is within the tolerance. Otherwise
 * the reference counts neither for nor against.
 *
 * 2. The groups for an answer are the answer itself and the largest set of agreeing answers. The answers of this set
 * must be measured to be independent of the answer and of each other.
 *
 * 3. The groups against an answer are the largest set of contradicting answers that are measured to be independent of
 * the answer and of each other. All contradicting answers whose relation to the answer is unknown count as one more
 * group. An answer that shares this answer's upstream counts on neither side.
 *
 * 4. An answer that the reference contradicts gets no level. A reference that agrees and is measured to be independent
 * counts as one more group for the answer. The answer is `anchored` when its groups then outnumber the groups against
 * it.
 *
 * 5. Otherwise an answer is `consensus` when at least two groups are for it and outnumber the groups against it. An
 * answer is `single_source` when no group is against it. In all other cases it has no level.
 *
 * 6. The engine delivers the answer with the highest level, or the first of several answers with that level. When no
 * answer has a level, the answers conflict.
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

/**
 * The values as whole multiples of the smallest decimal place that occurs, because every call compares values, and
 * comparing integers is fast.
 */
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

/** Returns the size of the largest set of mutually independent answers among the given ones. */
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
 * @param names the names of at most 32 providers.
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
/**
 * Number of limit units in one whole. A limit unit is a basis point divided by the number of parts in a whole share, so
 * that every limit is an exact integer.
 */
const limitUnit = 10_000n * wholeShare;

/** Returns whether two numbers agree. `share` is the share that they may have in common, in parts per 10,000. */
function agree(a: bigint, b: bigint, toleranceBps: number, share: bigint): boolean {
  return distance(a, b) * limitUnit <= agreementLimit(a, b, toleranceBps, share);
}

/**
 * Returns the largest difference at which two numbers agree, in limit units. At most `share` of the larger number may
 * be part of the smaller one. So if the larger number is wrong, only the part (1 - share) of its error is visible in
 * the difference. The limit is therefore the tolerance of the smaller number without that share.
 */
function agreementLimit(a: bigint, b: bigint, toleranceBps: number, share: bigint): bigint {
  const [smaller, larger] = a < b ? [a, b] : [b, a];
  const independentPart = smaller * wholeShare - larger * share;
  // If a number may come entirely from the other one, it has no independent part. Then even equal numbers do not agree.
  return independentPart > 0n ? independentPart * BigInt(toleranceBps) : -1n;
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
