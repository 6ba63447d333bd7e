import { MissingAccounts, ProblemError } from './outcome.ts';

/** One account as a node gave it. */
export type AccountSnapshot = {
  readonly address: string;
  /** The program that owns it. */
  readonly owner: string;
  readonly lamports: bigint;
  readonly executable: boolean;
  readonly data: Uint8Array;
  /** The slot of the node's answer that carried it. */
  readonly slot: number;
};

/** Accounts of one node at one slot; null stands for an address with nothing at it. */
export type ChainSnapshot = {
  readonly slot: number;
  readonly accounts: ReadonlyMap<string, AccountSnapshot | null>;
};

/**
 * Puts accounts of one answer together. Throws RangeError when one is of another slot or filed under another address:
 * whoever builds a snapshot from two answers would derive a state that the chain never had.
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
    // An account without lamports does not exist for the runtime, even where a node still hands its bytes out.
    accounts.set(address, account === null || account.lamports === 0n ? null : account);
  }
  return { slot, accounts };
}

type Found<Addresses extends readonly string[]> = { [Index in keyof Addresses]: AccountSnapshot | null };

/** The accounts at these addresses, null where nothing is. Stops with `MissingAccounts` naming every one that was not read. */
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

/** The account at an address that has to hold one; `role` names it in the reason when nothing is there. */
export function presentAccount(snapshot: ChainSnapshot, address: string, role: string): AccountSnapshot {
  const [account] = readAccounts(snapshot, [address]);
  return required(account, address, role);
}

/** Gives the account, or stops with `absent`. */
export function required(account: AccountSnapshot | null, address: string, role: string): AccountSnapshot {
  if (account === null) {
    throw new ProblemError('absent', `nothing stands at ${address}, where ${role} should be`);
  }
  return account;
}
