import { readAccounts, type AccountSnapshot, type ChainSnapshot } from '../account.ts';
import { addressKind, kindNames } from '../addresses/address-kind.ts';
import { isOnCurve } from '../addresses/on-curve.ts';
import { addressBytes } from '../addresses/program-address.ts';
import { decodeMultisig, isMultisig } from '../decoders/multisig.ts';
import { derivationOf, ProblemError, type Derivation } from '../outcome.ts';
import { programs } from '../programs.ts';
import type { Grants, Role } from './grant.ts';
import { loaderGrants, lookupTableGrants, nonceGrants, stakeGrants, voteGrants } from './native-grants.ts';
import { mintGrants, tokenAccountGrants } from './token-grants.ts';

/** The datum of `chain.can_sign`. */
export type CanSign = {
  readonly signer: string;
  readonly target: string;
  /** Whether this signer alone can sign for the target, in the named role. */
  readonly canSign: boolean;
  /** The signer's role. The signer can have a role that does not suffice to sign alone. Null when it has none. */
  readonly role: Role | null;
  readonly reason: string;
  readonly slot: number;
};

type SignVerdict = Pick<CanSign, 'canSign' | 'role' | 'reason'>;

/**
 * Returns whether one signer alone can sign for a target. A target without an account also gives a datum and not a
 * problem. The snapshot must contain the target and the accounts that its bytes refer to. These can be the mint of a
 * Token-2022 account, multisigs, a program's data and the Clock sysvar. The result is a problem when one of them cannot
 * be decoded.
 */
export function canSign(snapshot: ChainSnapshot, signer: string, target: string): Derivation<CanSign> {
  return derivationOf(() => ({ signer, target, ...verdict(snapshot, signer, target), slot: snapshot.slot }));
}

function verdict(snapshot: ChainSnapshot, signer: string, target: string): SignVerdict {
  if (!isOnCurve(addressBytes(signer))) {
    const reason = `${signer} is off the curve: nobody has a private key for it, only its program can sign for it`;
    return { canSign: false, role: null, reason };
  }
  const [account] = readAccounts(snapshot, [target]);
  const signerParts = account === null ? undefined : grantedBy(snapshot, account, signer);
  if (signerParts?.canSign === true) {
    return signerParts;
  }
  if (signer === target) {
    return { canSign: true, role: 'self', reason: selfReason(target, account) };
  }
  if (signerParts !== undefined) {
    return signerParts;
  }
  const reason =
    account === null
      ? `no account exists at ${target}, so only its own key could sign for it`
      : `${target} is ${kindNames[addressKind(target, account)]}, so only its own key or program can sign for it`;
  return { canSign: false, role: null, reason };
}

function selfReason(target: string, account: AccountSnapshot | null): string {
  const kind = addressKind(target, account);
  return kind === 'wallet' || kind === 'unfunded'
    ? 'the signer is the target itself, and a private key can exist for its address'
    : `a private key can exist for this address, but it holds ${kindNames[kind]}, whose authorities are other keys`;
}

/** Returns what the target's bytes allow the signer to do. Undefined for a target that names no authorities. */
function grantedBy(snapshot: ChainSnapshot, account: AccountSnapshot, signer: string): SignVerdict | undefined {
  if (isMultisig(account)) {
    return membership(account, signer, 'sign as this multisig') ?? notAMember(account);
  }
  const grants = grantsOf(snapshot, account);
  return grants === undefined ? undefined : judge(snapshot, grants, signer);
}

function grantsOf(snapshot: ChainSnapshot, account: AccountSnapshot): Grants | undefined {
  if (account.owner === programs.upgradeableLoader) {
    return loaderGrants(snapshot, account);
  }
  if (account.owner === programs.lookupTable) {
    return lookupTableGrants(account);
  }
  switch (addressKind(account.address, account)) {
    case 'token_account':
      return tokenAccountGrants(snapshot, account);
    case 'mint':
      return mintGrants(account);
    case 'nonce':
      return nonceGrants(account);
    case 'stake':
      return stakeGrants(snapshot, account);
    case 'vote':
      return voteGrants(snapshot, account);
    case 'program':
      return {
        grants: [],
        multisigProgram: null,
        otherwise: 'this program is immutable: its loader does not support upgrades',
      };
    case 'unknown':
      return unreadable(account);
    default:
      return undefined;
  }
}

/**
 * Throws when this package knows the program that owns the account. No layout of that program matched the account's
 * bytes, so the authorities in them cannot be trusted.
 */
function unreadable(account: AccountSnapshot): undefined {
  const knownPrograms: readonly string[] = [programs.token, programs.token2022, programs.stake, programs.vote];
  if (knownPrograms.includes(account.owner)) {
    const message = `${account.address} belongs to ${account.owner}, but its bytes fit none of its layouts`;
    throw new ProblemError('malformed', message);
  }
  return undefined;
}

function judge(snapshot: ChainSnapshot, grants: Grants, signer: string): SignVerdict {
  const direct = grants.grants.find(({ holder }) => holder === signer);
  if (direct !== undefined) {
    return { canSign: true, role: direct.role, reason: `the signer may ${direct.allows}` };
  }
  const shared = grants.multisigProgram === null ? [] : sharedGrants(snapshot, grants, signer);
  return (
    shared.find((verdict) => verdict.canSign) ??
    shared[0] ?? {
      canSign: false,
      role: null,
      reason: `the signer has no role that can sign here: ${grants.otherwise}`,
    }
  );
}

/**
 * Returns what the signer may do through authorities that are multisigs. These must belong to the token program of the
 * target and have the signer as a member.
 */
function sharedGrants(snapshot: ChainSnapshot, grants: Grants, signer: string): readonly SignVerdict[] {
  const holders = readAccounts(
    snapshot,
    grants.grants.map(({ holder }) => holder),
  );
  return grants.grants.flatMap(({ allows, role }, index) => {
    const account = holders[index] ?? null;
    if (account === null || account.owner !== grants.multisigProgram || !isMultisig(account)) {
      return [];
    }
    return membership(account, signer, `${allows} (${role})`) ?? [];
  });
}

function membership(account: AccountSnapshot, signer: string, allows: string): SignVerdict | undefined {
  const { threshold, signers } = decodeMultisig(account);
  // Counts the entries of the signer, as the token program does: a key that the multisig lists twice counts twice.
  const entries = signers.filter((member) => member === signer).length;
  if (entries === 0) {
    return undefined;
  }
  const enough = entries >= threshold;
  const reason = enough
    ? `the signer alone reaches the threshold of multisig ${account.address} and may ${allows}`
    : `the signer is a member of multisig ${account.address}, but ${threshold} of its ${signers.length} members have to sign`;
  return { canSign: enough, role: 'multisigMember', reason };
}

function notAMember(account: AccountSnapshot): SignVerdict {
  const { threshold, signers } = decodeMultisig(account);
  const reason = `the signer is none of the ${signers.length} members of this multisig, of which ${threshold} have to sign`;
  return { canSign: false, role: null, reason };
}
