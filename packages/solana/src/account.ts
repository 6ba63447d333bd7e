import { MissingAccounts, ProblemError } from './outcome.ts';

/** One account as a node returned it. */
export type AccountSnapshot = {
  readonly address: string;
  /** The program that owns the account. */
  readonly owner: string;
  readonly lamports: bigint;
  readonly executable: boolean;
  readonly data: Uint8Array;
  /** The slot of the response that contained the account. */
  readonly slot: number;
};

/**
 * The accounts that one node returned in one response, which states a slot. An address maps to null when no account
 * exists there.
 */
export type ChainSnapshot = {
  readonly slot: number;
  readonly accounts: ReadonlyMap<string, AccountSnapshot | null>;
};

/**
 * Returns a snapshot of the accounts of one response. Throws RangeError when an account's slot differs from that of the
 * response, or its address from its key. Mixing accounts of two responses could give a state that the chain never had.
 */
export function chainSnapshot(
  slot: number,
  entries: Iterable<readonly [address: string, account: AccountSnapshot | null]>,
): ChainSnapshot {
  const accounts = new Map<string, AccountSnapshot | null>();
  for (const [address, account] of entries) {
    if (account !== null && (account.slot !== slot || account.address !== address)) {
      throw new RangeError(`account ${account.address} of slot ${account.slot} does not belong to slot ${slot}`);
    }
    // For Solana's runtime, an account without lamports does not exist, although some nodes still return its bytes.
    accounts.set(address, account === null || account.lamports === 0n ? null : account);
  }
  return { slot, accounts };
}

type Found<Addresses extends readonly string[]> = { [Index in keyof Addresses]: AccountSnapshot | null };

/**
 * Returns the accounts at these addresses, with null where no account exists. When the snapshot lacks addresses, throws
 * MissingAccounts, which names all of them.
 */
export function readAccounts<const Addresses extends readonly string[]>(
  snapshot: ChainSnapshot,
  addresses: Addresses,
): Found<Addresses> {
  const missing = addresses.filter((address) => !snapshot.accounts.has(address));
  if (missing.length > 0) {
    throw new MissingAccounts([...new Set(missing)]);
  }
  return addresses.map((address) => snapshot.accounts.get(address) ?? null) as Found<Addresses>;
}

/**
 * Returns the account at an address. Throws ProblemError `absent` when none exists.
 * @param role the words that the message uses for the account, such as "the pool's configuration".
 */
export function presentAccount(snapshot: ChainSnapshot, address: string, role: string): AccountSnapshot {
  const [account] = readAccounts(snapshot, [address]);
  return required(account, address, role);
}

/** Returns the account. Throws ProblemError `absent` when it is null. */
export function required(account: AccountSnapshot | null, address: string, role: string): AccountSnapshot {
  if (account === null) {
    throw new ProblemError('absent', `no account exists at ${address}, where ${role} should be`);
  }
  return account;
}
