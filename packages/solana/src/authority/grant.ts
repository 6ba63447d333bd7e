/** What a signer can be to a target. */
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

/** One authority over a target: who holds it, and what it lets them do, as the end of a sentence. */
export type Grant = {
  readonly role: Role;
  readonly holder: string;
  readonly allows: string;
};

/** Everything a target says about who may sign for it. */
export type Grants = {
  readonly grants: readonly Grant[];
  /** The token program whose multisigs may hold these authorities; null where only keys can. */
  readonly multisigProgram: string | null;
  /** Why a signer that holds none of these authorities cannot sign, as a sentence. */
  readonly otherwise: string;
};
