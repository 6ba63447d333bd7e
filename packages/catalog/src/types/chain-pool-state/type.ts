import { z } from 'zod';
import { address, addressParam, baseUnits, slot } from '../../addresses.ts';
import { decimalString } from '../../decimals.ts';
import { defineDataType } from '../../define.ts';

export default defineDataType({
  id: 'chain.pool_state',
  description: 'What a swap pool (Raydium CPMM or Meteora DAMM V2) holds, charges and asks now.',
  params: z.object({ pool: addressParam("The pool's address.") }),
  inferredParams: [],
  data: z.object({
    pool: address,
    kind: z.enum(['cpmm', 'damm_v2']),
    mintA: address,
    mintB: address,
    decimalsA: z.int(),
    decimalsB: z.int(),
    reserveA: baseUnits.describe('Base units of token A, without the fees that the pool owes.'),
    reserveB: baseUnits.describe('Base units of token B, without the fees that the pool owes.'),
    price: decimalString.describe('Whole tokens B for one whole token A at the margin, fees excluded.'),
    feeBps: z.number().describe('What a small trade pays now, in basis points; it may have decimals.'),
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
