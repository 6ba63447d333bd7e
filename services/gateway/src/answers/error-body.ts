import { faults, type Fault, type FaultCode } from '@assay/faults/faults';
import { creditsText } from '@assay/metering/credits';
import { z } from 'zod';
import { creditsField, traceIdField, typeField } from './body-fields.ts';
import { jsonObject } from './json-text.ts';

const question = {
  type: typeField.optional(),
  params: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('The parameters that the request sent, or that Assay found in the question.'),
};

/** The fields that each code adds to the body of an error. */
const extras: Partial<Record<FaultCode, z.ZodRawShape>> = {
  INSUFFICIENT_CREDITS: { ...question, balance: creditsField("The account's balance") },
  MISSING_PARAM: {
    ...question,
    type: typeField,
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
      traceId: traceIdField,
      ...extras[code],
    })
    .describe(faults[code].defaultMessage);
}

/** A fault as callers see it: status, public code and body. */
export type PublicFault = { readonly status: number; readonly code: FaultCode; readonly body: string };

/**
 * Returns the public form of a fault. An internal code appears as its public code, with the default message of the
 * internal code. Extra fields that are bigints are micro-credits, and are written as credits.
 */
export function publicFaultOf(fault: Fault, traceId: string): PublicFault {
  const row: { readonly http: number; readonly publicCode?: FaultCode } = faults[fault.code];
  const code = row.publicCode ?? fault.code;
  const extra = Object.entries(fault.extra).map(([name, value]) => [
    name,
    typeof value === 'bigint' ? creditsText(value) : JSON.stringify(value),
  ]);
  const body = jsonObject({
    status: '"error"',
    code: JSON.stringify(code),
    error: JSON.stringify(publicMessageOf(fault)),
    traceId: JSON.stringify(traceId),
    ...(Object.fromEntries(extra) as Record<string, string | undefined>),
  });
  return { status: faults[code].http, code, body };
}

/** Returns the sentence of a fault that callers see. An internal code has its default message. */
export function publicMessageOf({ code, message }: Fault): string {
  const row: { readonly defaultMessage: string; readonly publicCode?: FaultCode } = faults[code];
  return row.publicCode === undefined ? message : row.defaultMessage;
}
