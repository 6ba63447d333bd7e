import { z } from 'zod';

/** A datum. Its fields depend on the type. The OpenAPI document lists them for each type. */
export const anyData = z.record(z.string(), z.unknown()).describe('The datum, in the shape of its type.');

/** The trace id in the body of an answer. */
export const traceIdField = z
  .string()
  .regex(/^tr_[0-9a-f]{32}$/)
  .describe('The trace id of this answer. Quote it to the operator, who can look up the decision.');

/** The data type in a body. */
export const typeField = z.string().describe('The data type.');

/** Returns the schema of an amount of credits. */
export function creditsField(text: string): z.ZodNumber {
  return z.number().min(0).describe(`${text}, in credits with at most 6 decimals.`);
}
