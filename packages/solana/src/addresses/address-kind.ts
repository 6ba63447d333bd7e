import type { AccountSnapshot } from '../account.ts';
import { isCpmmPool, decodeCpmmPool } from '../decoders/cpmm-pool.ts';
import { isDammPool, decodeDammPool } from '../decoders/damm-pool.ts';
import { decodeLoaderAccount } from '../decoders/loader.ts';
import { decodeMint } from '../decoders/mint.ts';
import { decodeMultisig, isMultisig } from '../decoders/multisig.ts';
import { decodeNonce, isNonce } from '../decoders/nonce.ts';
import { decodeStake } from '../decoders/stake.ts';
import { decodeTokenAccount } from '../decoders/token-account.ts';
import { decodeVote } from '../decoders/vote.ts';
import { outcomeOf, ProblemError } from '../outcome.ts';
import { isTokenProgram, programs } from '../programs.ts';
import { isOnCurve } from './on-curve.ts';
import { addressBytes } from './program-address.ts';

/** The kinds of account that an address can have, each with the words for it in messages. */
export const kindNames = {
  wallet: 'a wallet',
  token_account: 'a token account',
  mint: 'a mint',
  multisig: 'a multisig',
  program: 'a program',
  program_data: "a program's data account",
  nonce: 'a nonce account',
  stake: 'a stake account',
  vote: 'a vote account',
  pool: 'a pool',
  sysvar: 'a sysvar',
  pda: 'an account of an unknown program, at an address without a private key',
  unfunded: 'an address without an account',
  unknown: 'an account of an unknown kind',
} as const;

/** The identifier of a kind of account. */
export type AddressKind = keyof typeof kindNames;

type Decoder = readonly [kind: AddressKind, decode: (account: AccountSnapshot) => unknown];

/**
 * Returns the decoders for the account layouts of the account's owner program. Undefined for a program that this
 * package does not know.
 */
function decodersOf(account: AccountSnapshot): readonly Decoder[] | undefined {
  if (isTokenProgram(account.owner)) {
    return isMultisig(account)
      ? [['multisig', decodeMultisig]]
      : [
          ['mint', decodeMint],
          ['token_account', decodeTokenAccount],
        ];
  }
  if (account.owner === programs.upgradeableLoader) {
    return [['program_data', decodeProgramData]];
  }
  if (account.owner === programs.stake) {
    return [['stake', decodeStake]];
  }
  if (account.owner === programs.vote) {
    return [['vote', decodeVote]];
  }
  if (isCpmmPool(account)) {
    return [['pool', decodeCpmmPool]];
  }
  if (isDammPool(account)) {
    return [['pool', decodeDammPool]];
  }
  return isNonce(account) ? [['nonce', decodeNonce]] : undefined;
}

function decodeProgramData(account: AccountSnapshot): void {
  if (decodeLoaderAccount(account).kind !== 'program_data') {
    throw new ProblemError('wrong_kind', `${account.address} holds no deployed program`);
  }
}

/**
 * Returns the kind of an account, judged by its owner and its layout. When the owner is an unknown program, the kind
 * also depends on whether the address is on the curve.
 */
export function addressKind(address: string, account: AccountSnapshot | null): AddressKind {
  if (account === null) {
    return 'unfunded';
  }
  if (account.executable) {
    return 'program';
  }
  if (account.owner === programs.sysvar) {
    return 'sysvar';
  }
  const decoders = decodersOf(account);
  if (decoders !== undefined) {
    return decoders.find(([, decode]) => outcomeOf(() => decode(account)).kind === 'value')?.[0] ?? 'unknown';
  }
  if (!isOnCurve(addressBytes(address))) {
    return 'pda';
  }
  return account.owner === programs.system && account.data.length === 0 ? 'wallet' : 'unknown';
}
