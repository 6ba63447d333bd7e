import { decimalString } from '@assay/catalog/decimals';
import { levels } from '@assay/catalog/define';
import { faults, type FaultCode } from '@assay/faults/faults';
import { z } from 'zod';

/** A datum. Its fields depend on the type. The OpenAPI document lists them for each type. */
export const anyData = z.record(z.string(), z.unknown()).describe('The datum, in the shape of its type.');

const traceId = z
  .string()
  .regex(/^tr_[0-9a-f]{32}$/)
  .describe('The trace id of this answer. Quote it to the operator, who can look up the decision.');
const credits = (text: string): z.ZodNumber =>
  z.number().min(0).describe(`${text}, in credits with at most 6 decimals.`);
const type = z.string().describe('The data type.');
const usedParams = z.record(z.string(), z.unknown()).describe('The normalized parameters that were used.');
const debitedCredits = credits('The amount that the account was charged');
const balanceAfter = credits("The account's balance after this call");
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
  traceId,
});

/** A delivered answer. */
export const deliveryBody = z.strictObject({
  status: z.literal('delivered'),
  data: anyData,
  verification: verificationBlock,
  type,
  params: usedParams,
  debitedCredits,
  balanceAfter,
  traceId,
});

/** An answer for which no source exists. It is not an error. */
export const noSourceBody = z.strictObject({
  status: z.literal('no_source'),
  message: z.string().describe('The reason why no source answers this question.'),
  type: type.optional(),
  params: usedParams.optional(),
  debitedCredits: nothingDebited,
  balanceAfter,
  traceId,
});

/** A refusal: a source answered, but the answer did not reach the required level. */
export const refusalBody = z.strictObject({
  status: z.literal('refused'),
  code: z.literal('NO_QUALIFYING_DELIVERY'),
  error: z.string(),
  reason: z.string().describe('The reason why no answer reached the required level.'),
  type,
  params: usedParams,
  required: z.enum(levels),
  reached: z
    .enum(levels)
    .nullable()
    .describe('The level that the answer reached; null if sources contradict each other.'),
  debitedCredits: nothingDebited,
  balanceAfter,
  traceId,
});

/** A remark on a question in words. */
export const notice = z
  .string()
  .optional()
  .describe(
    'A remark on the question, such as that the message contains further questions, which have no answer here.',
  );

/** A data type that can be served now. */
export const catalogEntry = z.strictObject({
  type,
  description: z.string(),
  providers: z.number().int().min(0).describe('The number of independent groups of providers that are healthy now.'),
  requiredParams: z.array(z.string()),
  optionalParams: z.array(z.string()),
  params: z
    .record(z.string(), z.unknown())
    .describe('The JSON Schema of the parameters, with the meaning of each parameter and its allowed values.'),
  maxLevel: z.enum(levels).describe('The highest level that can be reached now.'),
  capReason: z
    .string()
    .nullable()
    .describe('The reason why checking cannot reach a higher level; null if nothing limits the level.'),
  maxDebitCredits: credits('The maximum price of one call'),
});

/** The live catalog. */
export const typesBody = z.strictObject({ types: z.array(catalogEntry) });

const question = {
  type: type.optional(),
  params: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('The parameters that the request sent, or that Assay found in the question.'),
};

/** The fields that each code adds to the body of an error. */
const extras: Partial<Record<FaultCode, z.ZodRawShape>> = {
  INSUFFICIENT_CREDITS: { ...question, balance: credits("The account's balance") },
  MISSING_PARAM: {
    ...question,
    type,
    missing: z.array(z.string()).min(1).describe('The names of all missing parameters.'),
  },
  INVALID_PARAM: { ...question, param: z.string().describe('The name of the malformed or unknown field.') },
  RESOLVE_FAILED: question,
  UNAVAILABLE: question,
};

/** Returns the schema of an error body with one code. */
export function errorBody(code: FaultCode): z.ZodObject {
  return z
    .strictObject({
      status: z.literal('error'),
      code: z.literal(code),
      error: z.string().describe('A sentence for people that says what is wrong and what would be right.'),
      traceId,
      ...extras[code],
    })
    .describe(faults[code].defaultMessage);
}
