import { readAccounts, type ChainSnapshot } from '../account.ts';
import {
  cpmmConfigAddress,
  cpmmPoolAddress,
  cpmmVaultAddress,
  dammCustomPoolAddress,
  dammVaultAddress,
} from '../addresses/program-address.ts';
import { decodeTokenAccount, type TokenAccount } from '../decoders/token-account.ts';
import { outcomeOf } from '../outcome.ts';
import { counterparts, cpmmAuthority, dammV2Authority } from '../programs.ts';
import type { LargestAccounts } from './holders.ts';

/** Number of configurations of the CPMM program, from index 0, whose pools the search tries. */
const cpmmConfigs = 6;

/**
 * Returns the pool to which the biggest vault among a token's largest holders belongs. Null when none is found. A
 * vault's address is derived from its pool's address, and not the other way round. So a pool cannot be computed from a
 * vault; a vault can only confirm a guessed pool. The search guesses the standard addresses of pools that trade the
 * token against SOL, USDC or USDT.
 */
export function findPool(snapshot: ChainSnapshot, mint: string, largest: LargestAccounts): string | null {
  if (largest.kind === 'unread') {
    return null;
  }
  const vaults = readAccounts(snapshot, largest.accounts)
    .flatMap((account) => {
      const tokenAccount = account === null ? null : outcomeOf(() => decodeTokenAccount(account));
      return tokenAccount?.kind === 'value' ? [tokenAccount.value] : [];
    })
    .filter(
      (tokenAccount) =>
        tokenAccount.mint === mint && (tokenAccount.owner === cpmmAuthority || tokenAccount.owner === dammV2Authority),
    )
    .toSorted((left, right) => (left.amount < right.amount ? 1 : left.amount > right.amount ? -1 : 0));
  for (const vault of vaults) {
    const pool = poolOfVault(vault, mint);
    if (pool !== undefined) {
      return pool;
    }
  }
  return null;
}

function poolOfVault({ address, owner }: TokenAccount, mint: string): string | undefined {
  return owner === cpmmAuthority
    ? cpmmCandidates(mint).find((pool) => cpmmVaultAddress(pool, mint) === address)
    : counterparts
        .map((counterpart) => dammCustomPoolAddress(mint, counterpart))
        .find((pool) => dammVaultAddress(pool, mint) === address);
}

function cpmmCandidates(mint: string): readonly string[] {
  return Array.from({ length: cpmmConfigs }, (_, index) => cpmmConfigAddress(index)).flatMap((config) =>
    counterparts.map((counterpart) => cpmmPoolAddress(config, mint, counterpart)),
  );
}
