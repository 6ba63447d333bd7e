import { z } from 'zod';
import { address, addressParam, baseUnits, slot } from '../../addresses.ts';
import { defineDataType } from '../../define.ts';

export default defineDataType({
  id: 'chain.resolve_address',
  description:
    'The kind of an address: whether it is on the curve, what account exists there, and which program owns it.',
  params: z.object({ address: addressParam('The address.') }),
  inferredParams: [],
  data: z.object({
    address,
    onCurve: z.boolean().describe('Whether the address is on the curve, so that a private key for it can exist.'),
    exists: z.boolean().describe('Whether an account exists at the address.'),
    kind: z.enum([
      'wallet',
      'token_account',
      'mint',
      'multisig',
      'program',
      'program_data',
      'nonce',
      'stake',
      'vote',
      'pool',
      'sysvar',
      'pda',
      'unfunded',
      'unknown',
    ]),
    ownerProgram: address.nullable().describe('The program that owns the account; null if there is no account.'),
    executable: z.boolean().describe('Whether the account is an executable program.'),
    lamports: baseUnits,
    slot,
  }),
  origin: 'derived',
  maxAgeMs: 30_000,
  levelCeiling: 'anchored',
  levelCeilingReason: null,
  watchedParam: 'address',
  mainField: 'kind',
  example: { address: 'So11111111111111111111111111111111111111112' },
});
