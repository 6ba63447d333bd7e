import { tokenAccountOwner } from '../../addresses/token-account-owner.ts';
import { defineChainAnswer, mapDerivation } from '../define.ts';

export default defineChainAnswer({
  type: 'chain.token_account_owner',
  ask: ({ account = '' }) => ({
    addresses: [account],
    mints: [],
    derive: (snapshot) => mapDerivation(tokenAccountOwner(snapshot, account), (data) => ({ data })),
  }),
});
