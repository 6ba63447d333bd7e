import { readAccounts, type AccountSnapshot, type ChainSnapshot } from '../account.ts';
import { isOnCurve } from '../addresses/on-curve.ts';
import { addressBytes } from '../addresses/program-address.ts';
import { decodeTokenAccount, type TokenAccount } from '../decoders/token-account.ts';
import { outcomeOf } from '../outcome.ts';
import { cpmmAuthority, cpmmLockAuthority, dammV2Authority, programs } from '../programs.ts';

/** The largest token accounts of a mint as nodes list them, or the reason why there is no list. */
export type LargestAccounts =
  | { readonly kind: 'read'; readonly accounts: readonly string[] }
  /** No list. `why` is the end of a sentence for a caller. */
  | { readonly kind: 'unread'; readonly why: string };

/** The reasons why the tokens at an address do not count as a holder's. */
export type Exclusion = 'pool' | 'locked' | 'burned';

/** The listed token accounts of one owner, added up. */
export type Holding = {
  readonly owner: string;
  /** The amount in base units. */
  readonly amount: bigint;
  readonly exclusion: Exclusion | null;
};

/** Maximum number of token accounts in the list that a node returns. */
export const maxListedAccounts = 20;

/** Addresses that are known to own vaults of pools, locked tokens or burned tokens. */
const knownOwners = new Map<string, Exclusion>([
  [cpmmAuthority, 'pool'],
  [dammV2Authority, 'pool'],
  // Raydium's first pool program owns all its vaults through this authority.
  ['5Q544fKrFoe6tsEbD7S8EmxGTJYAKtTVhAW5Q5pge4j1', 'pool'],
  [cpmmLockAuthority, 'locked'],
  ['1nc1nerator11111111111111111111111111111111', 'burned'],
  [programs.system, 'burned'],
]);

/** Programs of pools. An account of one of them owns the vaults of its pool. */
const poolPrograms: ReadonlySet<string> = new Set([
  programs.cpmm,
  programs.dammV2,
  'whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc',
  'CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK',
  'LBUZKhRxPF3XUpBCjp4YzTKgLccjZhTSDM9YuVaPwxo',
  'pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA',
  '6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P',
]);

/** The owners of the listed token accounts, with facts that show whether the list can be complete. */
export type Holdings = {
  /** The holders, largest first. Vaults, locked tokens and burned tokens are marked. */
  readonly holders: readonly Holding[];
  /** Number of listed token accounts of this mint. It includes accounts that have been closed since. */
  readonly listed: number;
};

/**
 * Returns the owners of the listed token accounts. It ignores addresses that are not token accounts of this mint, so
 * that one node's false list cannot make the token unreadable. An account that an unknown program owns counts as a
 * holder.
 */
export function holdings(snapshot: ChainSnapshot, mint: string, listed: readonly string[]): Holdings {
  const listedAccounts = readAccounts(snapshot, listed);
  const listedTokenAccounts = tokenAccounts(listedAccounts, mint);
  const amounts = new Map<string, bigint>();
  for (const { owner, amount } of listedTokenAccounts) {
    amounts.set(owner, (amounts.get(owner) ?? 0n) + amount);
  }
  const programOwners = ownersToRead(snapshot, mint, listed);
  const accounts = readAccounts(snapshot, programOwners);
  const ownedBy = new Map(programOwners.map((owner, index) => [owner, accounts[index]?.owner]));
  const holders = [...amounts]
    .map(([owner, amount]) => ({
      owner,
      amount,
      exclusion: knownOwners.get(owner) ?? (poolPrograms.has(ownedBy.get(owner) ?? '') ? ('pool' as const) : null),
    }))
    .toSorted((left, right) => compareAmounts(right.amount, left.amount));
  // An account may have been closed after the node made the list.
  const closed = listedAccounts.filter((account) => account === null).length;
  return { holders, listed: listedTokenAccounts.length + closed };
}

/**
 * Returns the owners of the largest listed accounts. The derivation reads these owners to recognize pools. Their number
 * is limited, because a single node could add entries to the list and make the read too large.
 */
export function ownersToRead(snapshot: ChainSnapshot, mint: string, listed: readonly string[]): readonly string[] {
  const listedTokenAccounts = tokenAccounts(readAccounts(snapshot, listed), mint)
    .toSorted((left, right) => compareAmounts(right.amount, left.amount))
    .slice(0, maxListedAccounts);
  return [...new Set(listedTokenAccounts.map(({ owner }) => owner))].filter(isUnknownProgramAddress);
}

/** Returns the accounts that are token accounts of a mint. */
function tokenAccounts(accounts: readonly (AccountSnapshot | null)[], mint: string): readonly TokenAccount[] {
  return accounts.flatMap((account) => {
    const decoded = account === null ? null : outcomeOf(() => decodeTokenAccount(account));
    return decoded?.kind === 'value' && decoded.value.mint === mint ? [decoded.value] : [];
  });
}

function compareAmounts(left: bigint, right: bigint): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

function isUnknownProgramAddress(owner: string): boolean {
  return !knownOwners.has(owner) && !isOnCurve(addressBytes(owner));
}
