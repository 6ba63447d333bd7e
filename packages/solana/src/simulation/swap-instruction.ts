import { AccountRole, type AccountMeta, type Address, type Instruction } from '@solana/kit';
import type { LoadedCpmm } from '../pools/load-cpmm.ts';
import type { LoadedDamm } from '../pools/load-damm.ts';
import { cpmmAuthority, dammV2Authority, programs } from '../programs.ts';
import type { SwapQuote, SwapRequest } from '../quotes/swap-quote.ts';

/** An instruction with its accounts in the program's order. */
export type ChainInstruction = Instruction & {
  readonly accounts: readonly AccountMeta[];
  readonly data: Uint8Array;
};

const cpmmSwapBaseInput = '8fbe5adac41e33de';
const dammSwap2 = '414b3f4ceb5b5b88';
const dammExactIn = 0;
/** The account of the DAMM V2 program that signs the events that the program sends to itself. */
const dammEventAuthority = '3rmHSu74h1ZcmAisVcWerTCiRDQbUrBKmcwptYGjHfet';
const instructionsSysvar = 'Sysvar1nstructions1111111111111111111111111';
/** The minimum output of the swap. It is zero, so that only the pool's rules decide whether the simulation succeeds. */
const minAmountOut = 0n;

/** Returns the instruction that makes the swap of a quote: an exact input, without a referrer. */
export function swapInstruction(swap: SwapQuote, request: SwapRequest): ChainInstruction {
  return swap.loaded.kind === 'cpmm'
    ? cpmmSwap(swap.loaded, swap.direction.input, request)
    : dammSwap(swap.loaded, request, 'needsInstructionsSysvar' in swap.quote && swap.quote.needsInstructionsSysvar);
}

/**
 * Returns an instruction that creates the payer's associated token account for a mint, or does nothing when the account
 * exists.
 */
export function createAssociatedAccount(created: {
  readonly payer: string;
  readonly account: string;
  readonly mint: string;
  readonly tokenProgram: string;
}): ChainInstruction {
  const createIdempotent = 1;
  return {
    programAddress: programs.associatedToken as Address,
    accounts: [
      accountMeta(created.payer, AccountRole.WRITABLE_SIGNER),
      accountMeta(created.account, AccountRole.WRITABLE),
      accountMeta(created.payer, AccountRole.READONLY),
      accountMeta(created.mint, AccountRole.READONLY),
      accountMeta(programs.system, AccountRole.READONLY),
      accountMeta(created.tokenProgram, AccountRole.READONLY),
    ],
    data: Uint8Array.of(createIdempotent),
  };
}

function cpmmSwap({ pool }: LoadedCpmm, input: 0 | 1, request: SwapRequest): ChainInstruction {
  const inside = pool.sides[input];
  const outside = pool.sides[input === 0 ? 1 : 0];
  return {
    programAddress: programs.cpmm as Address,
    accounts: [
      accountMeta(request.payer, AccountRole.READONLY_SIGNER),
      accountMeta(cpmmAuthority, AccountRole.READONLY),
      accountMeta(pool.config, AccountRole.READONLY),
      accountMeta(pool.address, AccountRole.WRITABLE),
      accountMeta(request.inputTokenAccount, AccountRole.WRITABLE),
      accountMeta(request.outputTokenAccount, AccountRole.WRITABLE),
      accountMeta(inside.vault, AccountRole.WRITABLE),
      accountMeta(outside.vault, AccountRole.WRITABLE),
      accountMeta(inside.tokenProgram, AccountRole.READONLY),
      accountMeta(outside.tokenProgram, AccountRole.READONLY),
      accountMeta(inside.mint, AccountRole.READONLY),
      accountMeta(outside.mint, AccountRole.READONLY),
      accountMeta(pool.observation, AccountRole.WRITABLE),
    ],
    data: instructionData(cpmmSwapBaseInput, request.amountIn),
  };
}

/**
 * Returns the swap instruction of a DAMM V2 pool. The program finds the direction from the mint of the input account.
 * So both directions list the pool's tokens in the same order.
 */
function dammSwap({ pool, tokens }: LoadedDamm, request: SwapRequest, showsInstructions: boolean): ChainInstruction {
  const [a, b] = tokens;
  return {
    programAddress: programs.dammV2 as Address,
    accounts: [
      accountMeta(dammV2Authority, AccountRole.READONLY),
      accountMeta(pool.address, AccountRole.WRITABLE),
      accountMeta(request.inputTokenAccount, AccountRole.WRITABLE),
      accountMeta(request.outputTokenAccount, AccountRole.WRITABLE),
      accountMeta(pool.vaults[0], AccountRole.WRITABLE),
      accountMeta(pool.vaults[1], AccountRole.WRITABLE),
      accountMeta(a.address, AccountRole.READONLY),
      accountMeta(b.address, AccountRole.READONLY),
      accountMeta(request.payer, AccountRole.READONLY_SIGNER),
      accountMeta(a.tokenProgram, AccountRole.READONLY),
      accountMeta(b.tokenProgram, AccountRole.READONLY),
      // The account at the referrer's position. The program's own address in it means that there is no referrer.
      accountMeta(programs.dammV2, AccountRole.READONLY),
      accountMeta(dammEventAuthority, AccountRole.READONLY),
      accountMeta(programs.dammV2, AccountRole.READONLY),
      ...(showsInstructions ? [accountMeta(instructionsSysvar, AccountRole.READONLY)] : []),
    ],
    data: Buffer.concat([instructionData(dammSwap2, request.amountIn), Uint8Array.of(dammExactIn)]),
  };
}

function instructionData(discriminator: string, amountIn: bigint): Buffer {
  const amounts = Buffer.alloc(16);
  amounts.writeBigUInt64LE(amountIn, 0);
  amounts.writeBigUInt64LE(minAmountOut, 8);
  return Buffer.concat([Buffer.from(discriminator, 'hex'), amounts]);
}

/**
 * Returns an account's entry in an instruction. The cast is safe: the catalog checked every address, or the address was
 * encoded from 32 bytes. Parsing each address again would take as long as the rest of the transaction.
 */
function accountMeta(account: string, role: AccountRole): AccountMeta {
  return { address: account as Address, role };
}
