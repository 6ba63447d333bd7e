import { tokenAccountOwner } from '@assay/solana/addresses/token-account-owner';
import { defineChainAnswer, mapDerivation } from '../define.ts';

export default defineChainAnswer({
  type: 'chain.token_account_owner',
  ask: ({ account = '' }) => ({
    addresses: [account],
    mints: [],
    derive: (snapshot) => mapDerivation(tokenAccountOwner(snapshot, account), (data) => ({ data })),
  }),
});
