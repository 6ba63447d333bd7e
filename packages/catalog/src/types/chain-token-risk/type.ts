import { z } from 'zod';
import { address, addressParam, baseUnits, slot } from '../../addresses.ts';
import { defineDataType } from '../../define.ts';

export default defineDataType({
  id: 'chain.token_risk',
  description: 'The risks to the holders of a token, by the state of the chain: 0 to 100, higher is riskier.',
  params: z.object({ address: addressParam("The token's mint.") }),
  inferredParams: [],
  data: z.object({
    address,
    overallRisk: z
      .int()
      .min(0)
      .max(100)
      .describe('The sum of the points of all factors, at most 100. Higher is riskier.'),
    factors: z
      .array(z.object({ id: z.string(), points: z.int(), detail: z.string() }))
      .describe(
        'Every risk that was found. A fact that could not be read is a factor with the points of its worst case.',
      ),
    mintAuthority: address.nullable().describe('The address that can create more of the token; null if nobody can.'),
    freezeAuthority: address.nullable().describe("The address that can freeze holders' accounts; null if nobody can."),
    supply: baseUnits,
    decimals: z.int(),
    topHoldersShareBps: z
      .int()
      .nullable()
      .describe('The share of the largest holders in basis points. Null if not all of these holders could be read.'),
    program: address.describe('The token program.'),
    slot,
  }),
  origin: 'derived',
  maxAgeMs: 30_000,
  maxResponseBytes: 1_048_576,
  levelCeiling: 'anchored',
  levelCeilingReason: null,
  watchedParam: 'address',
  example: { address: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' },
});
