import { z } from 'zod';
import { address, addressParam, baseUnits, slot } from '../../addresses.ts';
import { defineDataType } from '../../define.ts';

const maxBaseUnits = 2n ** 64n - 1n;

const amountIn = z
  .string('must be a whole number in base units, as a string such as "1000000"')
  .regex(/^\d{1,20}$/, { error: 'must be a whole number in base units, as a string such as "1000000"', abort: true })
  .refine((text) => BigInt(text) >= 1n && BigInt(text) <= maxBaseUnits, `must be from 1 to ${maxBaseUnits}`)
  .transform((text) => BigInt(text).toString())
  .describe('The amount to swap, in base units of the input token, as a decimal string.');

export default defineDataType({
  id: 'chain.swap_quote',
  description: 'The exact output of a swap in one pool now, confirmed by a simulation.',
  params: z.object({
    pool: addressParam("The pool's address."),
    payer: addressParam('The wallet that signs the swap.'),
    inputTokenAccount: addressParam('The token account that pays the input.'),
    outputTokenAccount: addressParam(
      "The token account that receives the output. The payer's associated account need not exist yet.",
    ),
    amountIn,
  }),
  inferredParams: [],
  data: z.object({
    pool: address,
    kind: z.enum(['cpmm', 'damm_v2']),
    inputMint: address,
    outputMint: address,
    amountIn: baseUnits,
    amountOut: baseUnits.describe('The output amount in base units, after all fees.'),
    feeAmount: baseUnits.describe('The fee of the pool, in base units of the token in which the pool takes it.'),
    priceImpactBps: z
      .number()
      .describe(
        'Difference between the executed price and the marginal price before the trade, fees excluded, rounded up.',
      ),
    simulated: z.boolean().describe('Whether an independent node simulated the swap and returned the same amount.'),
    slot,
  }),
  origin: 'derived',
  maxAgeMs: 30_000,
  levelCeiling: 'anchored',
  levelCeilingReason: null,
  mainField: 'amountOut',
  example: {
    pool: '66eAZP6ZNtNDR7niVZgdvt1L74u1DKyBR3SVuc9oHuYp',
    payer: 'EWT3NX11eVVyoyQ6WwtxF5C2wsyXXzKC4DcGSwAhCfzv',
    inputTokenAccount: 'pHRNTvXFmBxriWAr3XNWzWK2iM7LxX44JSP3raNt8J9',
    outputTokenAccount: 'BA1gS5NMnxyKDSa56hatrAGb7x8gRS3DpTNqXWXjmwHc',
    amountIn: '1000000',
  },
});
