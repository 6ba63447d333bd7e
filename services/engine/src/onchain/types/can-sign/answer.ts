import { canSign } from '@assay/solana/authority/can-sign';
import { defineChainAnswer, mapDerivation } from '../define.ts';

export default defineChainAnswer({
  type: 'chain.can_sign',
  ask: ({ signer = '', target = '' }) => ({
    addresses: [target],
    mints: [],
    derive: (snapshot) => mapDerivation(canSign(snapshot, signer, target), (data) => ({ data })),
  }),
});
