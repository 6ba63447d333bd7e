import { z } from 'zod';
import { minLevelField } from './level-field.ts';

const number = 'must be a finite number of at least 0, such as 100';
const limit = z.number(number).min(0, number);

/** The schema of a policy: the limits that a caller sends with a trade. Only the gateway validates with it. */
export const policySchema = z
  .strictObject(
    {
      maxPriceImpactBps: limit.describe('The maximum price impact in basis points. There is no default.'),
      maxRiskScore: limit
        .optional()
        .describe("The maximum overallRisk. Without this limit the gate does not judge the token's risk."),
      minLevel: minLevelField
        .optional()
        .describe('The level that both parts must reach. Without minLevel, a single_source part gets a caveat.'),
    },
    'must be an object of your limits, such as {"maxPriceImpactBps": 100}',
  )
  .describe('Your own limits. Assay applies no other limits.');

/** The caller's limits, of which only `maxPriceImpactBps` is required. The gate has no limits of its own. */
export type TradePolicy = Readonly<z.infer<typeof policySchema>>;
