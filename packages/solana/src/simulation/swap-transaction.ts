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

/** How settled the state has to be that a node simulates over. */
export type Commitment = 'processed' | 'confirmed' | 'finalized';

/** The parameters of `simulateTransaction`, in the order in which JSON-RPC takes them. */
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

/** Stands where the node puts a blockhash of its own. */
const replacedBlockhash = blockhash('11111111111111111111111111111111');

/**
 * The swap of a quote as an unsigned legacy transaction in base64, fit for a simulation that checks no signatures. The
 * payer pays its fee. Where the output account does not exist and is the payer's associated one, it is created first.
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
 * What a node is asked in order to simulate the swap of a quote: the account that receives, as it would be afterwards,
 * and every transfer on the way.
 * @param at `minContextSlot` keeps a node that is behind the quote from answering out of its past.
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

/** The place of the swap among the instructions of its transaction. */
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
