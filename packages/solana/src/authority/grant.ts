/** The roles that a signer can have for a target. */
export type Role =
  | 'self'
  | 'owner'
  | 'delegate'
  | 'closeAuthority'
  | 'permanentDelegate'
  | 'multisigMember'
  | 'mintAuthority'
  | 'freezeAuthority'
  | 'nonceAuthority'
  | 'stakeStaker'
  | 'stakeWithdrawer'
  | 'stakeCustodian'
  | 'voteAuthority'
  | 'voteWithdrawer'
  | 'upgradeAuthority'
  | 'bufferAuthority'
  | 'lookupTableAuthority';

/** One authority over a target. `allows` completes a sentence about what its holder may do. */
export type Grant = {
  readonly role: Role;
  readonly holder: string;
  readonly allows: string;
};

/** All authorities over a target. */
export type Grants = {
  readonly grants: readonly Grant[];
  /** The token program whose multisigs may hold these authorities. Null when only keys can hold them. */
  readonly multisigProgram: string | null;
  /** A clause of a sentence that says why a signer without an authority cannot sign. */
  readonly otherwise: string;
};
