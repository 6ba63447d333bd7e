import { addressIn, u8At, u64At, u64Bytes } from '../bytes.ts';
import { programIds } from '../program-ids.ts';
import { InstructionFailure } from '../runtime/instruction-failure.ts';
import type { Invocation, AccountMeta } from '../runtime/invocation.ts';
import { anchorErrors, createFailureFactory } from './anchor.ts';
import { isMintData, isTokenAccountData, isTokenProgram, mintOver, tokenStates } from './token-layout.ts';

const transferCheckedTag = 12;
const fail = createFailureFactory(anchorErrors);

/** Checks that the account at an index is an initialized token account. */
export function checkTokenAccount(invocation: Invocation, index: number): void {
  checkOwned(invocation, index);
  const { data } = invocation.read(index);
  if (!isTokenAccountData(data) || u8At(data, 108) === tokenStates.uninitialized) {
    throw new InstructionFailure('InvalidAccountData');
  }
}

/** Checks that the account at an index is a mint. */
export function checkMint(invocation: Invocation, index: number): void {
  checkOwned(invocation, index);
  const { data } = invocation.read(index);
  if (!isMintData(data) || !mintOver(data).isInitialized()) {
    throw new InstructionFailure('InvalidAccountData');
  }
}

/** Checks that the account at an index is one of the two token programs. */
export function checkTokenProgram(invocation: Invocation, index: number): void {
  if (!isTokenProgram(invocation.meta(index).address)) {
    throw fail(invocation, 'InvalidProgramId');
  }
}

function checkOwned(invocation: Invocation, index: number): void {
  const { owner, lamports } = invocation.read(index);
  if (owner === programIds.system && lamports === 0n) {
    throw fail(invocation, 'AccountNotInitialized');
  }
  if (!isTokenProgram(owner)) {
    throw fail(invocation, 'AccountOwnedByWrongProgram');
  }
}

/** Returns the amount of the token account at an index. */
export function amountAt(invocation: Invocation, index: number): bigint {
  return u64At(invocation.read(index).data, 64);
}

/** Returns the mint of the token account at an index. */
export function mintOfAccount(invocation: Invocation, index: number): string {
  return addressIn(invocation.read(index).data, 0);
}

/**
 * Moves tokens by the token program's checked transfer. The parameters name each account by its index in the
 * instruction.
 */
export function moveTokens(
  invocation: Invocation,
  move: {
    readonly from: number;
    readonly to: number;
    readonly mint: number;
    readonly authority: number;
    readonly tokenProgram: number;
    readonly amount: bigint;
    /** Whether the pool program derived the authority's address. The pool program then signs for the authority. */
    readonly derived: boolean;
  },
): void {
  const meta = (index: number, rights: Pick<AccountMeta, 'signer' | 'writable'>): AccountMeta => ({
    address: invocation.meta(index).address,
    ...rights,
  });
  const decimals = mintOver(invocation.read(move.mint).data).decimals();
  const authority = meta(move.authority, { signer: true, writable: false });
  invocation.invoke(
    {
      program: invocation.meta(move.tokenProgram).address,
      accounts: [
        meta(move.from, { signer: false, writable: true }),
        meta(move.mint, { signer: false, writable: false }),
        meta(move.to, { signer: false, writable: true }),
        authority,
      ],
      data: Uint8Array.of(transferCheckedTag, ...u64Bytes(move.amount), decimals),
    },
    move.derived ? [authority.address] : [],
  );
}
