import {
  address,
  appendTransactionMessageInstructions,
  blockhash,
  compileTransaction,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import { poolTokens, type SwapQuote, type SwapRequest } from '../quotes/swap-quote.ts';
import { createAssociatedAccount, swapInstruction, type ChainInstruction } from './swap-instruction.ts';

/** The finality of the chain state on which a node simulates. */
export type Commitment = 'processed' | 'confirmed' | 'finalized';

/** The parameters of `simulateTransaction`, in the order of JSON-RPC. */
export type SimulationParams = readonly [
  transaction: string,
  config: {
    readonly encoding: 'base64';
    readonly sigVerify: false;
    readonly replaceRecentBlockhash: true;
    readonly innerInstructions: true;
    readonly accounts: { readonly encoding: 'base64'; readonly addresses: readonly [outputTokenAccount: string] };
    readonly commitment: Commitment;
    readonly minContextSlot: number;
  },
];

/** A placeholder, which the node replaces by its own blockhash. */
const replacedBlockhash = blockhash('11111111111111111111111111111111');

/**
 * Returns a quote's swap as an unsigned legacy transaction in base64, for a simulation that checks no signatures. The
 * payer pays the fee. When the payer's associated output account does not exist, the transaction creates it first.
 */
export function buildSwapTransaction(swap: SwapQuote, request: SwapRequest): string {
  const empty = setTransactionMessageFeePayer(address(request.payer), createTransactionMessage({ version: 'legacy' }));
  const dated = setTransactionMessageLifetimeUsingBlockhash(
    { blockhash: replacedBlockhash, lastValidBlockHeight: 0n },
    empty,
  );
  const message = appendTransactionMessageInstructions(instructionsOf(swap, request), dated);
  return getBase64EncodedWireTransaction(compileTransaction(message));
}

/**
 * Returns the parameters with which a node simulates the swap of a quote. The response then contains the output account
 * after the swap, and every transfer.
 * @param at the commitment and the minimum slot. With `minContextSlot`, a node that is behind the quote refuses the
 * simulation.
 */
export function simulationParams(
  swap: SwapQuote,
  request: SwapRequest,
  at: { readonly minContextSlot: number; readonly commitment: Commitment },
): SimulationParams {
  return [
    buildSwapTransaction(swap, request),
    {
      encoding: 'base64',
      sigVerify: false,
      replaceRecentBlockhash: true,
      innerInstructions: true,
      accounts: { encoding: 'base64', addresses: [request.outputTokenAccount] },
      commitment: at.commitment,
      minContextSlot: at.minContextSlot,
    },
  ];
}

/** Returns the index of the swap among the transaction's instructions. */
export function swapInstructionIndex(swap: SwapQuote): number {
  return createsOutputAccount(swap) ? 1 : 0;
}

function createsOutputAccount({ direction }: SwapQuote): boolean {
  return direction.outputAccount.account === null && direction.outputAccount.mint !== null;
}

function instructionsOf(swap: SwapQuote, request: SwapRequest): readonly ChainInstruction[] {
  const instruction = swapInstruction(swap, request);
  if (!createsOutputAccount(swap)) {
    return [instruction];
  }
  const output = poolTokens(swap.loaded)[swap.direction.input === 0 ? 1 : 0];
  const creation = createAssociatedAccount({
    payer: request.payer,
    account: request.outputTokenAccount,
    mint: output.mint,
    tokenProgram: output.tokenProgram,
  });
  return [creation, instruction];
}
