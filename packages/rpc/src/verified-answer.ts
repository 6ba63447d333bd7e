import { levels, reaches, type DataType, type Level } from '@assay/catalog/define';
import { answerOutcomes, type AnswerOutcome } from '@assay/catalog/outcomes';
import { Fault } from '@assay/faults/faults';
import { fromResponseOf01 } from './answer-of-0-1.ts';
import type { VerifyResponse__Output } from './gen/assay/engine/v1/VerifyResponse.ts';
import type { Decision__Output } from './gen/assay/events/v1/Decision.ts';

/**
 * The decision as the engine sends it to callers. It has the fields of the stored decision except the lists of attempts
 * and of independence verdicts. A new field of a decision needs no change here.
 */
type SentDecision = Omit<Decision__Output, 'attempts' | 'independence'>;

/** The outcome and the levels of a decision, after the check that they are valid for this outcome. */
type CheckedWords<Outcome extends AnswerOutcome, Reached extends Level | ''> = {
  readonly outcome: Outcome;
  /** The level that the answer reached. Empty when it reached none. */
  readonly level: Reached;
  readonly required: Level;
};

/** An answer with a datum. Only this form has a datum and costs, so nothing else can be sent as a datum or charged. */
export type DeliveredAnswer = Omit<SentDecision, keyof CheckedWords<'delivered', Level>> &
  CheckedWords<'delivered', Level>;

type UndeliveredOutcome = Exclude<AnswerOutcome, 'delivered'>;

/** An answer without a datum. */
export type UndeliveredAnswer = Omit<
  SentDecision,
  keyof CheckedWords<UndeliveredOutcome, Level> | 'data_json' | 'source_cost_micros' | 'total_cost_micros'
> &
  CheckedWords<UndeliveredOutcome, Level | ''>;

/**
 * The engine's answer to one data question: its decision, after the check that the decision is complete and free of
 * contradictions.
 */
export type VerifiedAnswer = DeliveredAnswer | UndeliveredAnswer;

/** The parts of a data type that the check of its answers reads. */
export type AnsweredType = Pick<DataType, 'id' | 'data' | 'levelCeiling' | 'origin'>;

/** The flaws for which an answer is refused, each with its meaning. */
export const answerFlaws = {
  type_wrong: 'it is about another type',
  params_malformed: 'its parameters are not a JSON object',
  outcome_missing: 'it names no outcome of an answer',
  level_unknown: 'it names a level that this version does not know',
  level_missing: 'a delivery names no level',
  level_above_ceiling: 'its level is above the highest level of its type',
  level_below_required: 'a delivery is below the level that was required',
  level_of_refusal: 'a refusal reached the level that was required',
  level_without_answer: 'it names a level, and no source answered',
  origin_wrong: 'its origin is not that of its type',
  source_missing: 'a delivery names no source',
  datum_missing: 'a delivery has no datum',
  datum_malformed: 'its datum is not a JSON object',
  datum_without_time: 'its datum does not say when it was measured',
  datum_undelivered: 'it has a datum, and it is not a delivery',
  cost_negative: 'a cost is negative',
} as const;

/** The name of a flaw for which an answer is refused. */
export type AnswerFlaw = keyof typeof answerFlaws;

/** The cause of the INTERNAL fault of an answer that is incomplete or contradicts itself. */
export class FlawedAnswer extends Error {
  readonly flaw: AnswerFlaw;

  constructor(type: string, flaw: AnswerFlaw) {
    super(`refused an answer of the engine for ${type}: ${answerFlaws[flaw]} (${flaw})`);
    this.name = 'FlawedAnswer';
    this.flaw = flaw;
  }
}

/**
 * Reads the engine's answer to a question of a type. The gateway, the gate and the watch service read every answer with
 * this function. So none of them charges, sends, judges or compares an incomplete answer. Throws INTERNAL with the
 * cause FlawedAnswer when an answer is incomplete or contradicts itself. Operator commands do not use it, because a
 * lookup also shows decisions that answer no data question.
 */
export function readVerifiedAnswer(response: VerifyResponse__Output, type: AnsweredType): VerifiedAnswer {
  const decision = response.decision ?? fromResponseOf01(response, type.id);
  const flaw = flawOf(decision, type);
  if (flaw !== undefined) {
    throw new Fault('INTERNAL', undefined, { cause: new FlawedAnswer(type.id, flaw) });
  }
  return decision as VerifiedAnswer;
}

/** Returns the datum of a delivered answer. */
export function datumOf({ data_json: json }: Pick<DeliveredAnswer, 'data_json'>): Readonly<Record<string, unknown>> {
  return JSON.parse(json) as Readonly<Record<string, unknown>>;
}

function flawOf(decision: Decision__Output, type: AnsweredType): AnswerFlaw | undefined {
  const { outcome, level, required } = decision;
  if (decision.type !== type.id) {
    return 'type_wrong';
  }
  if (jsonObjectOf(decision.params_json) === undefined) {
    return 'params_malformed';
  }
  if (!isOneOf(answerOutcomes, outcome)) {
    return 'outcome_missing';
  }
  if (!isOneOf(levels, required) || (level !== '' && !isOneOf(levels, level))) {
    return 'level_unknown';
  }
  if (level !== '' && !reaches(type.levelCeiling, level)) {
    return 'level_above_ceiling';
  }
  return outcome === 'delivered'
    ? flawOfDelivery(decision, level, required, type)
    : flawOfUndelivered(decision, outcome, level, required);
}

function flawOfDelivery(
  decision: Decision__Output,
  level: Level | '',
  required: Level,
  type: AnsweredType,
): AnswerFlaw | undefined {
  if (level === '') {
    return 'level_missing';
  }
  if (!reaches(level, required)) {
    return 'level_below_required';
  }
  if (decision.origin !== type.origin) {
    return 'origin_wrong';
  }
  if (decision.source === '') {
    return 'source_missing';
  }
  if (BigInt(decision.source_cost_micros) < 0n || BigInt(decision.total_cost_micros) < 0n) {
    return 'cost_negative';
  }
  return decision.data_json === '' ? 'datum_missing' : flawOfDatum(decision.data_json, type);
}

function flawOfUndelivered(
  decision: Decision__Output,
  outcome: UndeliveredOutcome,
  level: Level | '',
  required: Level,
): AnswerFlaw | undefined {
  if (decision.data_json !== '') {
    return 'datum_undelivered';
  }
  if (level === '') {
    return undefined;
  }
  if (outcome !== 'refused') {
    return 'level_without_answer';
  }
  return reaches(level, required) ? 'level_of_refusal' : undefined;
}

function flawOfDatum(json: string, type: AnsweredType): AnswerFlaw | undefined {
  const data = jsonObjectOf(json);
  if (data === undefined) {
    return 'datum_malformed';
  }
  return isTimed(data, type) ? undefined : 'datum_without_time';
}

/** Returns the object in a JSON text. Returns undefined for a text that is not JSON, and for any other JSON value. */
function jsonObjectOf(json: string): object | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    // The text is not JSON. The caller of this function names the flaw.
    return undefined;
  }
}

function isOneOf<Word extends string>(words: readonly Word[], text: string): text is Word {
  return (words as readonly string[]).includes(text);
}

/** The fields that say when a datum was measured. They contain a time, or the slot of a datum from the chain. */
const timeFields = ['asOf', 'slot'] as const;

type TimeField = { readonly safeParse: (value: unknown) => { readonly success: boolean } };

/** Returns whether a datum has the times that its type requires. */
function isTimed(data: object, { data: { shape } }: AnsweredType): boolean {
  return timeFields.every((name) => {
    const field = shape[name] as TimeField | undefined;
    return field === undefined || field.safeParse((data as Readonly<Record<string, unknown>>)[name]).success;
  });
}
