import { z } from 'zod';
import { address, addressParam, baseUnits, slot } from '../../addresses.ts';
import { decimalString } from '../../decimals.ts';
import { defineDataType } from '../../define.ts';

export default defineDataType({
  id: 'chain.pool_state',
  description: 'The reserves, fees and marginal price of a swap pool (Raydium CPMM or Meteora DAMM V2) now.',
  params: z.object({ pool: addressParam("The pool's address.") }),
  inferredParams: [],
  data: z.object({
    pool: address,
    kind: z.enum(['cpmm', 'damm_v2']),
    mintA: address,
    mintB: address,
    decimalsA: z.int(),
    decimalsB: z.int(),
    reserveA: baseUnits.describe('The reserve of token A in base units, without the fees that the pool owes.'),
    reserveB: baseUnits.describe('The reserve of token B in base units, without the fees that the pool owes.'),
    price: decimalString.describe(
      'The marginal price: the number of whole tokens B for one whole token A, without fees.',
    ),
    feeBps: z.number().describe('The current fee of a small trade, in basis points. The number may have decimals.'),
    swapEnabled: z.boolean().describe('Whether the pool accepts swaps.'),
    slot,
  }),
  origin: 'derived',
  maxAgeMs: 30_000,
  levelCeiling: 'anchored',
  levelCeilingReason: null,
  watchedParam: 'pool',
  mainField: 'price',
  example: { pool: '66eAZP6ZNtNDR7niVZgdvt1L74u1DKyBR3SVuc9oHuYp' },
});
