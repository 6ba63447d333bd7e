import { readAccounts, type ChainSnapshot } from '../account.ts';
import { isOnCurve } from '../addresses/on-curve.ts';
import { addressBytes } from '../addresses/program-address.ts';
import { decodeTokenAccount } from '../decoders/token-account.ts';
import { outcomeOf, ProblemError } from '../outcome.ts';
import { cpmmAuthority, cpmmLockAuthority, dammV2Authority, programs } from '../programs.ts';

/** The largest token accounts of a mint as a node lists them, or why there is no list. */
export type LargestAccounts =
  | { readonly kind: 'read'; readonly accounts: readonly string[] }
  /** `why` is the end of a sentence, fit for a caller. */
  | { readonly kind: 'unread'; readonly why: string };

/** Why tokens that an address holds are no holder's stake. */
export type Exclusion = 'pool' | 'locked' | 'burned';

/** Everything that one address holds of a mint, as far as the largest accounts show. */
export type Holding = {
  readonly owner: string;
  /** In base units. */
  readonly amount: bigint;
  readonly exclusion: Exclusion | null;
};

/** How many accounts a node lists at most; a shorter list is a whole one. */
export const maxListedAccounts = 20;

/** Owners of pool vaults and locks that no reading of accounts is needed for. */
const knownOwners = new Map<string, Exclusion>([
  [cpmmAuthority, 'pool'],
  [dammV2Authority, 'pool'],
  // Raydium's first pool program keeps all its vaults under this one authority.
  ['5Q544fKrFoe6tsEbD7S8EmxGTJYAKtTVhAW5Q5pge4j1', 'pool'],
  [cpmmLockAuthority, 'locked'],
  ['1nc1nerator11111111111111111111111111111111', 'burned'],
  [programs.system, 'burned'],
]);

/** Programs whose own accounts hold the tokens that they let others trade against. */
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
 * Who holds the listed accounts of a mint, largest first, with pool vaults, locks and burns told apart. An address of
 * a program that is not known here counts as a holder: what its program does with the tokens is unknown.
 * Stops with `inconsistent` when a listed account does not hold this mint.
 */
export function holdings(snapshot: ChainSnapshot, mint: string, listed: readonly string[]): readonly Holding[] {
  const amounts = new Map<string, bigint>();
  for (const account of readAccounts(snapshot, listed)) {
    // An account that was closed since the list was made holds nothing any more.
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
 * The addresses behind the listed accounts that have to be read before anybody can say what they are. Accounts that cannot
 * be read as token accounts are left for `holdings` to judge.
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
