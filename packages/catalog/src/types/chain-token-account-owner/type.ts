import { z } from 'zod';
import { address, addressParam, baseUnits, slot } from '../../addresses.ts';
import { defineDataType } from '../../define.ts';

export default defineDataType({
  id: 'chain.token_account_owner',
  description: 'The owner and the balance of a token account.',
  params: z.object({ account: addressParam("The token account's address.") }),
  inferredParams: [],
  data: z.object({
    account: address,
    owner: address,
    mint: address,
    amount: baseUnits,
    state: z.enum(['initialized', 'frozen']),
    delegate: address.nullable().describe('The address that may spend tokens of this account; null if there is none.'),
    closeAuthority: address
      .nullable()
      .describe('The address other than the owner that may close this account; null if there is none.'),
    program: address.describe('The token program.'),
    slot,
  }),
  origin: 'derived',
  maxAgeMs: 30_000,
  levelCeiling: 'anchored',
  levelCeilingReason: null,
  watchedParam: 'account',
  example: { account: 'BA1gS5NMnxyKDSa56hatrAGb7x8gRS3DpTNqXWXjmwHc' },
});
