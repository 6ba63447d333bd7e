/** An account of the chain, as a node reports it. */
export type AccountState = {
  /** Lamports as text, because a number may not hold them exactly. */
  readonly lamports: string;
  readonly owner: string;
  readonly executable: boolean;
  /** Base64. */
  readonly data: string;
};

/** Accounts of a node at one slot. Null means that the address is empty. */
export type AccountsSnapshot = {
  readonly slot: bigint;
  readonly accounts: ReadonlyMap<string, AccountState | null>;
  /** Whether the node no longer follows the chain. When absent, it does. */
  readonly isLate?: boolean;
};
