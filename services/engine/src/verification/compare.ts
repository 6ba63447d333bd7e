import type { DataType } from '@assay/catalog/define';
import type { ReferenceReading } from './reference.ts';
import type { MeasuredPair } from '@assay/independence/verdicts/measured-pair';
import type { SourceAttempt } from './fan-out.ts';
import { judgeLevel, type AnswerSupport, type JudgedLevel, type LevelQuestion } from './levels.ts';

/** Returns the verdict on two providers of one type. One of them may be the type's reference. */
export type PairLookup = (a: string, b: string) => MeasuredPair;

/** The comparison of one call's answers. */
export type Comparison = {
  /**
   * The answers with the same identity as the first answer, in the order of the plan. Other answers are not compared.
   */
  readonly compared: readonly SourceAttempt[];
  /** The level and the answer to deliver, or a conflict. Undefined when no source answered. */
  readonly judged: JudgedLevel | undefined;
  /** Every pair whose verdict the comparison used, with its verdict. */
  readonly pairs: readonly MeasuredPair[];
};

const aloneSupport: AnswerSupport = {
  groupsFor: 1,
  groupsAgainst: 0,
  confirmedBy: [],
  contradictedBy: [],
  tooSharedToConfirm: [],
  reference: 'absent',
};

/**
 * Compares the answers of sources with each other and with the reference.
 * @param answered the attempts with an answer, in the order of the plan.
 */
export function compare(
  type: DataType,
  answered: readonly SourceAttempt[],
  reference: { readonly id: string; readonly reading: ReferenceReading } | undefined,
  lookUp: PairLookup,
): Comparison {
  const { agreement } = type;
  const [first] = answered;
  if (agreement === undefined || first === undefined) {
    const alone = { kind: 'level', level: 'single_source', index: 0, support: aloneSupport } as const;
    return { compared: answered.slice(0, 1), judged: first && alone, pairs: [] };
  }
  const isSameThing = (attempt: SourceAttempt): boolean =>
    agreement.identityFields.every((name) => attempt.data?.[name] === first.data?.[name]);
  const compared = answered.filter(isSameThing);
  const pairs = new Map<string, MeasuredPair>();
  const relation = (a: string, b: string): MeasuredPair => {
    const key = a < b ? `${a} ${b}` : `${b} ${a}`;
    let pair = pairs.get(key);
    if (pair === undefined) {
      pair = lookUp(a, b);
      pairs.set(key, pair);
    }
    return pair;
  };
  const estimate = reference?.reading.estimate;
  const question: LevelQuestion = {
    answers: compared.map(({ source, data }) => ({
      name: source.provider.id,
      value: String(data?.[agreement.field]),
    })),
    ...(reference === undefined || estimate === undefined ? {} : { reference: { name: reference.id, ...estimate } }),
    toleranceBps: agreement.toleranceBps,
    relation,
  };
  return { compared, judged: judgeLevel(question), pairs: [...pairs.values()] };
}
