import { poolState } from '@assay/solana/quotes/pool-state';
import { clockAddress } from '@assay/solana/programs';
import { defineChainAnswer, mapDerivation } from '../define.ts';

export default defineChainAnswer({
  type: 'chain.pool_state',
  ask: ({ pool = '' }) => ({
    addresses: [pool, clockAddress],
    mints: [],
    derive: (snapshot) => mapDerivation(poolState(snapshot, pool), (data) => ({ data })),
  }),
});
