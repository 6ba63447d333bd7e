import { decimalString } from '@assay/catalog/decimals';
import { levels } from '@assay/catalog/define';
import { faults } from '@assay/faults/faults';
import { creditsText } from '@assay/metering/credits';
import type { DeliveredAnswer, UndeliveredAnswer } from '@assay/rpc/verified-answer';
import { z } from 'zod';
import { anyData, creditsField, traceIdField, typeField } from './body-fields.ts';
import { jsonObject } from './json-text.ts';

/**
 * The schema and the text of each body that answers a question. The text comes from the decision that the engine
 * stored. To add a field of the decision to a body, add one line to the schema and one line to the text.
 */

const usedParams = z.record(z.string(), z.unknown()).describe('The normalized parameters that were used.');
const balanceAfter = creditsField("The account's balance after this call");
const nothingDebited = z.literal(0).describe('This answer is free.');

/** The verification of a delivered answer. */
export const verificationBlock = z.strictObject({
  level: z.enum(levels).describe('The level that independent checking reached.'),
  origin: z
    .enum(['measured', 'derived'])
    .describe(
      'measured if the source reported this datum; derived if Assay computed it from what the source returned.',
    ),
  source: z.string().min(1).describe('The source whose datum was delivered.'),
  cost: decimalString.describe(
    'The cost of this source in credits, before the markup. It is information and not the charge.',
  ),
  traceId: traceIdField,
});

/** A delivered answer. */
export const deliveryBody = z.strictObject({
  status: z.literal('delivered'),
  data: anyData,
  verification: verificationBlock,
  type: typeField,
  params: usedParams,
  debitedCredits: creditsField('The amount that the account was charged'),
  balanceAfter,
  traceId: traceIdField,
});

/** An answer for which no source exists. It is not an error. */
export const noSourceBody = z.strictObject({
  status: z.literal('no_source'),
  message: z.string().describe('The reason why no source answers this question.'),
  type: typeField.optional(),
  params: usedParams.optional(),
  debitedCredits: nothingDebited,
  balanceAfter,
  traceId: traceIdField,
});

/** A refusal: a source answered, but the answer did not reach the required level. */
export const refusalBody = z.strictObject({
  status: z.literal('refused'),
  code: z.literal('NO_QUALIFYING_DELIVERY'),
  error: z.string(),
  reason: z.string().describe('The reason why no answer reached the required level.'),
  type: typeField,
  params: usedParams,
  required: z.enum(levels),
  reached: z
    .enum(levels)
    .nullable()
    .describe('The level that the answer reached; null if sources contradict each other.'),
  debitedCredits: nothingDebited,
  balanceAfter,
  traceId: traceIdField,
});

/** A remark on a question in words. */
export const notice = z
  .string()
  .optional()
  .describe(
    'A remark on the question, such as that the message contains further questions, which have no answer here.',
  );

/** The facts of a body that are not in the engine's decision. Amounts are micro-credits. */
export type AnswerFacts = {
  readonly debitedMicros: bigint;
  readonly balanceMicros: bigint;
  /** The trace id with its prefix `tr_`. */
  readonly traceId: string;
  /** A remark on the question in words, such as that it contains further questions. */
  readonly notice?: string;
};

/** Returns the body of a delivered answer. */
export function deliveryBodyOf(answer: DeliveredAnswer, facts: AnswerFacts): string {
  const verification = jsonObject({
    level: JSON.stringify(answer.level),
    origin: JSON.stringify(answer.origin),
    source: JSON.stringify(answer.source),
    cost: `"${creditsText(BigInt(answer.source_cost_micros))}"`,
    traceId: JSON.stringify(facts.traceId),
  });
  return jsonObject({
    status: '"delivered"',
    data: answer.data_json,
    verification,
    type: JSON.stringify(answer.type),
    params: answer.params_json,
    debitedCredits: creditsText(facts.debitedMicros),
    balanceAfter: creditsText(facts.balanceMicros),
    traceId: JSON.stringify(facts.traceId),
    notice: facts.notice === undefined ? undefined : JSON.stringify(facts.notice),
  });
}

/** Returns the body of a refusal: a source answered, but the answer did not reach the required level. */
export function refusalBodyOf(answer: UndeliveredAnswer, facts: AnswerFacts): string {
  return jsonObject({
    status: '"refused"',
    code: '"NO_QUALIFYING_DELIVERY"',
    error: JSON.stringify(faults.NO_QUALIFYING_DELIVERY.defaultMessage),
    reason: JSON.stringify(answer.reason),
    required: JSON.stringify(answer.required),
    reached: JSON.stringify(answer.level === '' ? null : answer.level),
    type: JSON.stringify(answer.type),
    params: answer.params_json,
    debitedCredits: creditsText(facts.debitedMicros),
    balanceAfter: creditsText(facts.balanceMicros),
    traceId: JSON.stringify(facts.traceId),
    notice: facts.notice === undefined ? undefined : JSON.stringify(facts.notice),
  });
}

/**
 * Returns the body of a no_source answer: no source measures what the question asks for.
 * @param question the question as far as it is understood, with its parameters as a JSON object.
 */
export function noSourceBodyOf(
  message: string,
  question: { readonly type?: string; readonly params_json?: string },
  facts: AnswerFacts,
): string {
  return jsonObject({
    status: '"no_source"',
    message: JSON.stringify(message),
    type: question.type === undefined ? undefined : JSON.stringify(question.type),
    params: question.params_json,
    debitedCredits: creditsText(facts.debitedMicros),
    balanceAfter: creditsText(facts.balanceMicros),
    traceId: JSON.stringify(facts.traceId),
    notice: facts.notice === undefined ? undefined : JSON.stringify(facts.notice),
  });
}
