import { cleanText } from '@assay/faults/clean-text';
import { Fault } from '@assay/faults/faults';
import { z } from 'zod';
import { minLevel } from '../../answers/schemas.ts';

const limit = z.number().min(0);

/** The schema of a policy: the limits that a caller sends with a trade. */
export const policySchema = z
  .strictObject({
    maxPriceImpactBps: limit.describe('The maximum price impact in basis points. There is no default.'),
    maxRiskScore: limit.optional().describe("The maximum overallRisk. Without it the token's risk is not judged."),
    minLevel: minLevel
      .optional()
      .describe('The level that both parts must reach. Without it a part that is single_source gets a caveat.'),
  })
  .describe('Your own limits. Assay applies no others.');

/** A policy with at least its one required limit. */
export type PolicyBody = z.infer<typeof policySchema>;

/**
 * Checks the fields of a policy before the rest of the request. Throws MISSING_POLICY, BAD_MIN_LEVEL, and INVALID_PARAM
 * for an unknown field, so that a misspelt limit does not pass as no limit.
 */
export function policyFields(given: unknown): Readonly<Record<string, unknown>> {
  if (given === undefined || given === null) {
    throw new Fault('MISSING_POLICY');
  }
  if (typeof given !== 'object' || Array.isArray(given)) {
    throw invalid('policy', 'must be an object of your limits, such as {"maxPriceImpactBps": 100}');
  }
  const fields = given as Readonly<Record<string, unknown>>;
  if (!Object.hasOwn(fields, 'maxPriceImpactBps') || fields['maxPriceImpactBps'] === null) {
    throw new Fault('MISSING_POLICY');
  }
  if (!policySchema.shape.minLevel.safeParse(fields['minLevel']).success) {
    throw new Fault('BAD_MIN_LEVEL', '"policy.minLevel" must be "single_source", "consensus" or "anchored"');
  }
  const known = Object.keys(policySchema.shape);
  const unknown = Object.keys(fields).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw invalid(`policy.${cleanText(unknown, 64)}`, `a policy has no such field; it takes ${known.join(', ')}`);
  }
  return fields;
}

/** Parses a policy. Throws INVALID_PARAM for a limit that is not a finite number of at least 0. */
export function parsePolicy(fields: Readonly<Record<string, unknown>>): PolicyBody {
  const parsed = policySchema.safeParse(fields);
  if (!parsed.success) {
    const name = String(parsed.error.issues[0]?.path[0] ?? '');
    throw invalid(`policy.${name}`, 'must be a finite number of at least 0, such as 100');
  }
  return parsed.data;
}

function invalid(param: string, problem: string): Fault {
  return new Fault('INVALID_PARAM', `${param}: ${problem}`, { extra: { param } });
}
