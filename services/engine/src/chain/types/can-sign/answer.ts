import { canSign } from '../../authority/can-sign.ts';
import { defineChainAnswer, mapDerivation } from '../define.ts';

export default defineChainAnswer({
  type: 'chain.can_sign',
  ask: ({ signer = '', target = '' }) => ({
    addresses: [target],
    mints: [],
    derive: (snapshot) => mapDerivation(canSign(snapshot, signer, target), (data) => ({ data })),
  }),
});
