import { readAccounts, type ChainSnapshot } from '../account.ts';
import { isOnCurve } from '../addresses/on-curve.ts';
import { addressBytes } from '../addresses/program-address.ts';
import { decodeTokenAccount } from '../decoders/token-account.ts';
import { outcomeOf, ProblemError } from '../outcome.ts';
import { cpmmAuthority, cpmmLockAuthority, dammV2Authority, programs } from '../programs.ts';

/** The largest token accounts of a mint as nodes list them, or why there is no list. */
export type LargestAccounts =
  | { readonly kind: 'read'; readonly accounts: readonly string[] }
  /** `why` is the end of a sentence that can be shown to a caller. */
  | { readonly kind: 'unread'; readonly why: string };

/** The reasons why an address's tokens do not count as a holder's. */
export type Exclusion = 'pool' | 'locked' | 'burned';

/** The sum of the listed token accounts of one owner. */
export type Holding = {
  readonly owner: string;
  /** In base units. */
  readonly amount: bigint;
  readonly exclusion: Exclusion | null;
};

/** Nodes list at most this many accounts. */
export const maxListedAccounts = 20;

/** Owners of vaults, locks and burned tokens that are recognized by their address alone. */
const knownOwners = new Map<string, Exclusion>([
  [cpmmAuthority, 'pool'],
  [dammV2Authority, 'pool'],
  // Raydium's first pool program owns all its vaults through this authority.
  ['5Q544fKrFoe6tsEbD7S8EmxGTJYAKtTVhAW5Q5pge4j1', 'pool'],
  [cpmmLockAuthority, 'locked'],
  ['1nc1nerator11111111111111111111111111111111', 'burned'],
  [programs.system, 'burned'],
]);

/** Programs whose accounts own the vaults of pools. */
const poolPrograms: ReadonlySet<string> = new Set([
  programs.cpmm,
  programs.dammV2,
  'whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc',
  'CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK',
  'LBUZKhRxPF3XUpBCjp4YzTKgLccjZhTSDM9YuVaPwxo',
  'pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA',
  '6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P',
]);

/**
 * Returns the owners of the listed token accounts, largest first, with vaults, locks and burned tokens marked. An
 * address of an unknown program counts as a holder. Throws ProblemError `inconsistent` when a listed account holds
 * another mint.
 */
export function holdings(snapshot: ChainSnapshot, mint: string, listed: readonly string[]): readonly Holding[] {
  const amounts = new Map<string, bigint>();
  for (const account of readAccounts(snapshot, listed)) {
    // The account was closed after the list was made.
    if (account === null) {
      continue;
    }
    const held = decodeTokenAccount(account);
    if (held.mint !== mint) {
      throw new ProblemError(
        'inconsistent',
        `${held.address} was listed as a holder of ${mint} but holds ${held.mint}`,
      );
    }
    amounts.set(held.owner, (amounts.get(held.owner) ?? 0n) + held.amount);
  }
  const programOwners = [...amounts.keys()].filter(isUnknownProgramAddress);
  const accounts = readAccounts(snapshot, programOwners);
  const ownedBy = new Map(programOwners.map((owner, index) => [owner, accounts[index]?.owner]));
  return [...amounts]
    .map(([owner, amount]) => ({
      owner,
      amount,
      exclusion: knownOwners.get(owner) ?? (poolPrograms.has(ownedBy.get(owner) ?? '') ? ('pool' as const) : null),
    }))
    .toSorted((left, right) => (left.amount < right.amount ? 1 : left.amount > right.amount ? -1 : 0));
}

/**
 * Returns the owners of the listed accounts that must be read to recognize pools. Skips invalid token accounts, because
 * `holdings` rejects them.
 */
export function ownersToRead(snapshot: ChainSnapshot, listed: readonly string[]): readonly string[] {
  const owners = readAccounts(snapshot, listed).flatMap((account) => {
    const held = account === null ? null : outcomeOf(() => decodeTokenAccount(account));
    return held?.kind === 'value' ? [held.value.owner] : [];
  });
  return [...new Set(owners)].filter(isUnknownProgramAddress);
}

function isUnknownProgramAddress(owner: string): boolean {
  return !knownOwners.has(owner) && !isOnCurve(addressBytes(owner));
}
