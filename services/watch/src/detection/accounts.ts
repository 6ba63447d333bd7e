/** An account of the chain, as a node reports it. */
export type AccountState = {
  /** Base units as text, because they may exceed what a number holds exactly. */
  readonly lamports: string;
  readonly owner: string;
  readonly executable: boolean;
  /** Base64. */
  readonly data: string;
};

/** Accounts of a node at one slot. Null stands for an empty address. */
export type AccountsSnapshot = {
  readonly slot: bigint;
  readonly accounts: ReadonlyMap<string, AccountState | null>;
  /** Whether the node has lost touch with the chain. Absent: it has not. */
  readonly isLate?: boolean;
};
