import { readAccounts, required, type AccountSnapshot, type ChainSnapshot } from '../account.ts';
import { programDataAddress } from '../addresses/program-address.ts';
import { readClockSysvar, type ClockSysvar } from '../decoders/clock-sysvar.ts';
import { decodeLoaderAccount, decodeLookupTable } from '../decoders/loader.ts';
import { decodeNonce } from '../decoders/nonce.ts';
import { decodeStake, type Stake } from '../decoders/stake.ts';
import { decodeVote, voterOf } from '../decoders/vote.ts';
import { ProblemError } from '../outcome.ts';
import { clockAddress } from '../programs.ts';
import type { Grant, Grants } from './grant.ts';

/** Returns the authority over a durable nonce account. */
export function nonceGrants(target: AccountSnapshot): Grants {
  const holder = decodeNonce(target).authority;
  const grant: Grant = { role: 'nonceAuthority', holder, allows: 'advance the nonce and withdraw from the account' };
  return { grants: [grant], multisigProgram: null, otherwise: `the authority of this nonce account is ${holder}` };
}

/**
 * Returns the authorities over a stake account: its staker and its withdrawer. While a lockup applies, also its
 * custodian.
 */
export function stakeGrants(snapshot: ChainSnapshot, target: AccountSnapshot): Grants {
  const stake = decodeStake(target);
  const { lockup, staker, withdrawer } = stake;
  const locked = lockupHolds(stake, optionalClock(snapshot));
  const until = `a lockup to ${lockup.unixSeconds} s and epoch ${lockup.epoch}`;
  const withheld = locked ? `; under ${until}, a withdrawal needs the custodian's signature too` : '';
  const grants: Grant[] = [
    { role: 'stakeWithdrawer', holder: withdrawer, allows: `withdraw and name new authorities${withheld}` },
    { role: 'stakeStaker', holder: staker, allows: 'delegate, split and deactivate the stake' },
  ];
  if (locked && lockup.custodian !== null) {
    grants.push({ role: 'stakeCustodian', holder: lockup.custodian, allows: `change ${until}` });
  }
  const otherwise = `the withdrawer of this stake account is ${withdrawer} and its staker ${staker}`;
  return { grants, multisigProgram: null, otherwise };
}

/**
 * Returns the Clock sysvar. Returns null when the snapshot says that it does not exist. Callers then treat a lockup as
 * still in force.
 */
function optionalClock(snapshot: ChainSnapshot): ClockSysvar | null {
  const [account] = readAccounts(snapshot, [clockAddress]);
  return account === null ? null : readClockSysvar(snapshot);
}

function lockupHolds({ lockup }: Stake, clock: ClockSysvar | null): boolean {
  const unset = lockup.unixSeconds <= 0n && lockup.epoch === 0n;
  if (unset || clock === null) {
    return !unset;
  }
  return lockup.unixSeconds > clock.unixSeconds || lockup.epoch > clock.epoch;
}

/**
 * Returns the authorities over a vote account: its withdrawer, and the key that signs its votes in the current epoch.
 */
export function voteGrants(snapshot: ChainSnapshot, target: AccountSnapshot): Grants {
  const vote = decodeVote(target);
  const voter = voterOf(vote, readClockSysvar(snapshot).epoch);
  const grants: Grant[] = [
    { role: 'voteWithdrawer', holder: vote.withdrawer, allows: 'withdraw and name new authorities' },
  ];
  if (voter !== null) {
    grants.push({ role: 'voteAuthority', holder: voter, allows: 'sign votes in the current epoch' });
  }
  const otherwise = `the withdrawer of this vote account is ${vote.withdrawer} and its voter ${voter ?? 'nobody'}`;
  return { grants, multisigProgram: null, otherwise };
}

/**
 * Returns the authority that may upgrade a program. For the buffer of a new version, returns the authority that may
 * write to it.
 */
export function loaderGrants(snapshot: ChainSnapshot, target: AccountSnapshot): Grants {
  const decoded = decodeLoaderAccount(target);
  if (decoded.kind === 'buffer') {
    return singleGrant('bufferAuthority', decoded.authority, 'write the buffer', 'this buffer has no authority');
  }
  const authority =
    decoded.kind === 'program_data' ? decoded.authority : programAuthority(snapshot, target, decoded.programData);
  const immutable = 'this program is immutable: nobody is its upgrade authority';
  return singleGrant('upgradeAuthority', authority, 'replace the program', immutable);
}

function programAuthority(snapshot: ChainSnapshot, target: AccountSnapshot, programData: string): string | null {
  // The loader derives this address from the program's address. So the check proves that the data account belongs to
  // the program.
  if (programDataAddress(target.address) !== programData) {
    throw new ProblemError('inconsistent', `program ${target.address} names the data account of another program`);
  }
  const [account] = readAccounts(snapshot, [programData]);
  const data = decodeLoaderAccount(required(account, programData, "the program's data"));
  if (data.kind !== 'program_data') {
    throw new ProblemError('inconsistent', `${programData} should hold the data of program ${target.address}`);
  }
  return data.authority;
}

/** Returns the authority that may extend, freeze and close an address lookup table. */
export function lookupTableGrants(target: AccountSnapshot): Grants {
  const { authority } = decodeLookupTable(target);
  const frozen = 'this lookup table is frozen: it has no authority';
  return singleGrant('lookupTableAuthority', authority, 'extend, freeze and close the table', frozen);
}

function singleGrant(role: Grant['role'], holder: string | null, allows: string, none: string): Grants {
  return holder === null
    ? { grants: [], multisigProgram: null, otherwise: none }
    : { grants: [{ role, holder, allows }], multisigProgram: null, otherwise: `its ${role} is ${holder}` };
}
