import { metadataAddress } from '@assay/solana/addresses/program-address';
import { clockAddress } from '@assay/solana/programs';
import { tokenRisk } from '@assay/solana/risk/token-risk';
import { defineChainAnswer, mapDerivation, type ChainQuestion } from '../define.ts';

/**
 * Returns the question about a token's risk.
 * @param pool the address of the pool whose liquidity is examined. When null, the derivation looks for a pool among the
 * largest holders.
 */
export function riskQuestion(mint: string, pool: string | null): ChainQuestion {
  const liquidity = pool === null ? null : { pool };
  return {
    addresses: [mint, clockAddress, metadataAddress(mint)],
    mints: [mint],
    derive: (snapshot, lists) => {
      const largestAccounts = lists.get(mint);
      return largestAccounts === undefined
        ? { kind: 'needs_list', mint }
        : mapDerivation(tokenRisk(snapshot, { mint, largestAccounts, liquidity }), ({ data, flags }) => ({
            data,
            flags,
          }));
    },
  };
}

export default defineChainAnswer({
  type: 'chain.token_risk',
  ask: ({ address: mint = '' }) => riskQuestion(mint, null),
});
