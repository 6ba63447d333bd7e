import { rentExemptLamports } from '../account.ts';
import { addressBytesOf, programAddress } from '../address.ts';
import { programIds } from '../program-ids.ts';
import { customError, InstructionFailure } from '../runtime/instruction-failure.ts';
import type { Invocation, Program } from '../runtime/invocation.ts';
import {
  associatedExtensions,
  emptyTokenAccount,
  extension,
  extensionKinds,
  isMintData,
  isTokenAccountData,
  isTokenProgram,
  mintOver,
  tokenAccountOver,
  tokenStates,
} from './token-layout.ts';

const invalidOwner = 0;
const insufficientLamports = 1;
const invalidMint = 2;
const units = 21_000;
const unitsWhenThere = 5_500;

/** Returns the address of the associated token account of an owner and a mint. */
export function associatedTokenAddress(owner: string, mint: string, tokenProgram: string): string {
  const seeds = [owner, tokenProgram, mint].map(addressBytesOf);
  return programAddress(seeds, programIds.associatedToken).address;
}

/**
 * The Associated Token Account program. Instruction 0 creates an account. Instruction 1 creates an account unless it
 * exists.
 */
export const associatedTokenProgram: Program = (invocation) => {
  const tag = invocation.data[0] ?? 0;
  if (tag > 1 || invocation.data.length > 1) {
    throw new InstructionFailure('InvalidInstructionData');
  }
  invocation.log(tag === 1 ? 'CreateIdempotent' : 'Create');
  const [account, owner, mint, tokenProgram] = [1, 2, 3, 5].map((index) => invocation.meta(index).address) as [
    string,
    string,
    string,
    string,
  ];
  if (!isTokenProgram(tokenProgram)) {
    throw new InstructionFailure('IncorrectProgramId');
  }
  if (associatedTokenAddress(owner, mint, tokenProgram) !== account) {
    invocation.log('Error: Associated address does not match seed derivation');
    throw new InstructionFailure('InvalidSeeds');
  }
  const present = invocation.read(1);
  if (tag === 1 && present.owner === tokenProgram) {
    invocation.spend(unitsWhenThere);
    checkPresent(invocation, owner, mint);
    return;
  }
  invocation.spend(units);
  if (present.owner !== programIds.system) {
    throw new InstructionFailure('IllegalOwner');
  }
  create(invocation, owner, mint, tokenProgram);
};

function checkPresent(invocation: Invocation, owner: string, mint: string): void {
  const { data } = invocation.read(1);
  if (!isTokenAccountData(data)) {
    throw new InstructionFailure('InvalidAccountData');
  }
  const account = tokenAccountOver(data);
  if (account.owner() !== owner) {
    throw customError(invalidOwner);
  }
  if (account.mint() !== mint) {
    throw new InstructionFailure('InvalidAccountData');
  }
}

function create(invocation: Invocation, owner: string, mint: string, tokenProgram: string): void {
  const mintAccount = invocation.read(3);
  if (mintAccount.owner !== tokenProgram) {
    throw new InstructionFailure('IncorrectProgramId');
  }
  if (!isMintData(mintAccount.data) || !mintOver(mintAccount.data).isInitialized()) {
    throw customError(invalidMint);
  }
  const data = accountData(mintAccount.data, mint, owner, tokenProgram);
  const created = invocation.change(1);
  const missing = rentExemptLamports(data.length) - created.lamports;
  if (missing > 0n) {
    const payer = invocation.change(0);
    if (!invocation.meta(0).signer) {
      throw new InstructionFailure('PrivilegeEscalation');
    }
    if (payer.lamports < missing) {
      invocation.log(`Transfer: insufficient lamports ${payer.lamports}, need ${missing}`);
      throw customError(insufficientLamports);
    }
    payer.lamports -= missing;
    created.lamports += missing;
  }
  Object.assign(created, { owner: tokenProgram, data });
}

/** Returns the data of a new account. The account's state is the default state of its mint, which may be frozen. */
function accountData(mintData: Uint8Array, mint: string, owner: string, tokenProgram: string): Uint8Array {
  const state = extension(mintData, extensionKinds.defaultAccountState)?.[0] ?? tokenStates.initialized;
  return emptyTokenAccount(mint, owner, state, associatedExtensions(mintData, tokenProgram));
}
