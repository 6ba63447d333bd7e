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
    reserveA: baseUnits.describe('Reserve of token A in base units, without the fees that the pool owes.'),
    reserveB: baseUnits.describe('Reserve of token B in base units, without the fees that the pool owes.'),
    price: decimalString.describe('Marginal price: whole tokens B for one whole token A, fees excluded.'),
    feeBps: z.number().describe('Fee of a small trade now, in basis points. It may have decimals.'),
    swapEnabled: z.boolean(),
    slot,
  }),
  origin: 'derived',
  maxAgeMs: 30_000,
  levelCeiling: 'anchored',
  levelCeilingReason: null,
  watchedParam: 'pool',
  example: { pool: '66eAZP6ZNtNDR7niVZgdvt1L74u1DKyBR3SVuc9oHuYp' },
});
