import { resolveAddress } from '@assay/solana/addresses/resolve-address';
import { defineChainAnswer, mapDerivation } from '../define.ts';

export default defineChainAnswer({
  type: 'chain.resolve_address',
  ask: ({ address = '' }) => ({
    addresses: [address],
    mints: [],
    derive: (snapshot) => mapDerivation(resolveAddress(snapshot, address), (data) => ({ data })),
  }),
});
