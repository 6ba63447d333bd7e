import { levels, reaches, type DataType, type Level } from '@assay/catalog/define';
import type { AnswerOutcome } from '@assay/catalog/outcomes';
import { Fault } from '@assay/faults/faults';
import type { VerifyResponse__Output } from './gen/assay/engine/v1/VerifyResponse.ts';
import { fromProtoLevel } from './levels.ts';
import { fromProtoOutcome } from './outcomes.ts';
import { fromProtoParams, type MessageParams } from './params.ts';

/** The facts of every answer. `reason` is a sentence for the caller. */
type AnswerFacts = {
  readonly reason: string;
  /** The parameters that were used. */
  readonly params: MessageParams;
};

/** An answer with a datum. Only this form has costs, so nothing else can be charged. */
export type DeliveredAnswer = AnswerFacts & {
  readonly outcome: 'delivered';
  readonly level: Level;
  /** `measured` for a value that a source reported, `derived` for a value that the service computed. */
  readonly origin: string;
  readonly source: string;
  /** The datum as JSON text. `data` is the same datum, parsed. */
  readonly dataJson: string;
  readonly data: Readonly<Record<string, unknown>>;
  /**
   * Cost of the source whose answer was delivered, in micro-credits without markup. `totalCostMicros` is the cost of
   * all attempts.
   */
  readonly sourceCostMicros: bigint;
  readonly totalCostMicros: bigint;
};

/** An answer without a datum. */
export type UndeliveredAnswer = AnswerFacts & {
  readonly outcome: Exclude<AnswerOutcome, 'delivered'>;
  /** The level that the answer reached; undefined when it reached none. */
  readonly reached: Level | undefined;
  /** The level that the question required. */
  readonly required: Level;
  /**
   * The reason, as a code such as not_open, for which the chain's accounts gave no datum. Empty for any other cause.
   */
  readonly problemCode: string;
};

/** The engine's answer to one data question. It has been checked to be complete and free of contradictions. */
export type VerifiedAnswer = DeliveredAnswer | UndeliveredAnswer;

/** The parts of a data type with which its answers are compared. */
export type AnsweredType = Pick<DataType, 'id' | 'data' | 'levelCeiling' | 'origin'>;

/** The flaws for which an answer is refused, each with its meaning. */
export const answerFlaws = {
  outcome_missing: 'it names no outcome',
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
 * cause FlawedAnswer when an answer is incomplete or contradicts itself. Operator commands do not use it, because
 * stored decisions have another form.
 */
export function readVerifiedAnswer(response: VerifyResponse__Output, type: AnsweredType): VerifiedAnswer {
  const answer = answerOf(response, type);
  if (typeof answer === 'string') {
    throw new Fault('INTERNAL', undefined, { cause: new FlawedAnswer(type.id, answer) });
  }
  return answer;
}

function answerOf(response: VerifyResponse__Output, type: AnsweredType): VerifiedAnswer | AnswerFlaw {
  const outcome = fromProtoOutcome(response.outcome);
  const level = fromProtoLevel(response.level);
  if (outcome === undefined) {
    return 'outcome_missing';
  }
  if (level !== undefined && !reaches(type.levelCeiling, level)) {
    return 'level_above_ceiling';
  }
  return outcome === 'delivered' ? deliveryOf(response, level, type) : undeliveredOf(response, outcome, level);
}

function deliveryOf(
  response: VerifyResponse__Output,
  level: Level | undefined,
  type: AnsweredType,
): DeliveredAnswer | AnswerFlaw {
  const { origin, source, data_json: dataJson, reason } = response;
  if (level === undefined) {
    return 'level_missing';
  }
  if (!reaches(level, requiredLevel(response))) {
    return 'level_below_required';
  }
  if (origin !== type.origin) {
    return 'origin_wrong';
  }
  if (source === '') {
    return 'source_missing';
  }
  const data = dataJson === '' ? 'datum_missing' : datumOf(dataJson, type);
  if (typeof data === 'string') {
    return data;
  }
  const sourceCostMicros = BigInt(response.source_cost_micros);
  const totalCostMicros = BigInt(response.total_cost_micros);
  if (sourceCostMicros < 0n || totalCostMicros < 0n) {
    return 'cost_negative';
  }
  return {
    outcome: 'delivered',
    level,
    origin,
    source,
    dataJson,
    data,
    reason,
    params: fromProtoParams(response),
    sourceCostMicros,
    totalCostMicros,
  };
}

function undeliveredOf(
  response: VerifyResponse__Output,
  outcome: UndeliveredAnswer['outcome'],
  reached: Level | undefined,
): UndeliveredAnswer | AnswerFlaw {
  const { data_json: dataJson, problem_code: problemCode, reason } = response;
  if (dataJson !== '') {
    return 'datum_undelivered';
  }
  const required = requiredLevel(response);
  if (reached !== undefined) {
    if (outcome !== 'refused') {
      return 'level_without_answer';
    }
    if (reaches(reached, required)) {
      return 'level_of_refusal';
    }
  }
  return { outcome, reached, required, problemCode, reason, params: fromProtoParams(response) };
}

/** Returns the level that the question required. When the question names none, that is the lowest level. */
function requiredLevel({ required }: VerifyResponse__Output): Level {
  return fromProtoLevel(required) ?? levels[0];
}

function datumOf(json: string, type: AnsweredType): Readonly<Record<string, unknown>> | AnswerFlaw {
  let data: unknown;
  try {
    data = JSON.parse(json);
  } catch {
    return 'datum_malformed';
  }
  if (typeof data !== 'object' || data === null || Array.isArray(data)) {
    return 'datum_malformed';
  }
  return isTimed(data, type) ? (data as Readonly<Record<string, unknown>>) : 'datum_without_time';
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
