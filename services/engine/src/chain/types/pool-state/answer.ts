import { poolState } from '../../pools/pool-state.ts';
import { clockAddress } from '../../programs.ts';
import { defineChainAnswer, mapDerivation } from '../define.ts';

export default defineChainAnswer({
  type: 'chain.pool_state',
  ask: ({ pool = '' }) => ({
    addresses: [pool, clockAddress],
    mints: [],
    derive: (snapshot) => mapDerivation(poolState(snapshot, pool), (data) => ({ data })),
  }),
});
