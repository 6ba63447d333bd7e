import { decodeTokenAccount } from '../decoders/token-account.ts';
import { transferFee } from '../decoders/transfer-fee.ts';
import { outcomeOf, type Outcome } from '../outcome.ts';
import { transferFeeOf } from '../pools/transferable.ts';
import type { SwapQuote } from '../quotes/swap-quote.ts';
import {
  innerTransfers,
  simulationResponse,
  transactionFailure,
  type InnerTransfer,
  type TransactionFailure,
} from './simulation-response.ts';
import { swapInstructionIndex } from './swap-transaction.ts';

/** The result of a node's simulation of the swap that was quoted. */
export type SimulationResult =
  /** The swap succeeded and the output account received this amount, in base units. */
  | { readonly kind: 'amount'; readonly amountOut: bigint; readonly slot: number }
  /**
   * The swap failed, or its result cannot be measured, because of the payer or the payer's accounts. This says nothing
   * about the quote.
   */
  | { readonly kind: 'not_simulated'; readonly reason: string; readonly slot: number }
  /**
   * The pool's program rejected the swap, which contradicts the quote. `programError` is the program's own error
   * number.
   */
  | { readonly kind: 'refused'; readonly reason: string; readonly programError: number | null; readonly slot: number }
  /** The node did not run the simulation, or its response is unreadable. */
  | { readonly kind: 'failed'; readonly reason: string };

/** The errors of Solana's runtime for a payer that cannot pay the transaction fee. */
const payerErrors = new Set([
  'AccountNotFound',
  'InsufficientFundsForFee',
  'InvalidAccountForFee',
  'InsufficientFundsForRent',
]);

/** The errors of Solana's runtime for a program that it could not run to its end. */
const runtimeErrors = new Set(['ComputationalBudgetExceeded', 'UnsupportedProgramId', 'CallDepth']);

/**
 * Error numbers of the token program that the trader's own accounts cause. The error numbers of the pool programs are
 * much higher.
 */
const tradersTokenErrors = new Map([
  [1, 'the input account does not hold enough'],
  [4, 'the input account does not belong to the payer'],
  [17, 'a token account of the trade is frozen'],
  [36, 'the output account accepts only transfers with a memo'],
  [42, 'the input account does not allow transfers by programs'],
]);
const insufficientFunds = 1;

/**
 * Reads the result of `simulateTransaction` for a transaction that `buildSwapTransaction` built. The amount is the
 * output account's balance after the simulation minus its balance in the quote's snapshot. When the response also shows
 * the transfer, the two amounts must agree.
 * @param response the `result` of the JSON-RPC response. Its integers may be numbers or bigints.
 */
export function readSimulation(response: unknown, swap: SwapQuote): SimulationResult {
  const parsed = simulationResponse.safeParse(response);
  if (!parsed.success) {
    return { kind: 'failed', reason: 'the response is not a result of simulateTransaction' };
  }
  const { context, value } = parsed.data;
  const transfers = innerTransfers(value.innerInstructions, swapInstructionIndex(swap));
  const failure = transactionFailure(value.err);
  if (failure !== null) {
    return failureResult(failure, swap, transfers, context.slot);
  }
  const balanceAfter = heldAfterwards(value.accounts?.[0], swap, context.slot);
  if (balanceAfter.kind === 'problem') {
    return { kind: 'failed', reason: `the node shows an impossible output account: ${balanceAfter.problem.message}` };
  }
  return amountResult(balanceAfter.value, swap, transfers, context.slot);
}

type ShownAccount = { readonly owner: string; readonly data: readonly [string, string] };

function heldAfterwards(outputShown: ShownAccount | null | undefined, swap: SwapQuote, slot: number): Outcome<bigint> {
  const { address } = swap.direction.outputAccount;
  if (outputShown === null || outputShown === undefined) {
    return { kind: 'problem', problem: { code: 'absent', message: `no account exists at ${address}` } };
  }
  const data = new Uint8Array(Buffer.from(outputShown.data[0], 'base64'));
  const decoded = outcomeOf(() =>
    decodeTokenAccount({ address, owner: outputShown.owner, lamports: 1n, executable: false, data, slot }),
  );
  if (decoded.kind === 'problem') {
    return decoded;
  }
  const { mint, amount } = decoded.value;
  return mint === swap.data.outputMint
    ? { kind: 'value', value: amount }
    : { kind: 'problem', problem: { code: 'inconsistent', message: `${address} holds ${mint}` } };
}

function amountResult(
  after: bigint,
  swap: SwapQuote,
  transfers: readonly InnerTransfer[],
  slot: number,
): SimulationResult {
  const { outputAccount } = swap.direction;
  const received = after - (outputAccount.account?.amount ?? 0n);
  const transfersToOutput = transfers.filter(({ destination }) => destination === outputAccount.address);
  const receivedAmount = transfersToOutput
    .map(({ amount }) => amount - feeOf(swap, amount))
    .reduce((sum, each) => sum + each, 0n);
  const moved = transfersToOutput.length > 0 && receivedAmount !== received;
  return moved || received < 0n
    ? { kind: 'not_simulated', reason: 'the output account changed between the read and the simulation', slot }
    : { kind: 'amount', amountOut: received, slot };
}

function feeOf({ loaded, direction }: SwapQuote, amount: bigint): bigint {
  const { mint } = loaded.tokens[direction.input === 0 ? 1 : 0];
  return transferFee(transferFeeOf(mint, loaded.clock.epoch), amount);
}

function failureResult(
  failure: TransactionFailure,
  swap: SwapQuote,
  transfers: readonly InnerTransfer[],
  slot: number,
): SimulationResult {
  if (failure.kind === 'transaction') {
    return payerErrors.has(failure.name)
      ? { kind: 'not_simulated', reason: `the payer cannot pay for the transaction: ${failure.name}`, slot }
      : { kind: 'failed', reason: `the node did not run the transaction: ${failure.name}` };
  }
  const { index, name, programError } = failure;
  if (index < swapInstructionIndex(swap)) {
    return { kind: 'not_simulated', reason: 'the output account could not be created for the payer', slot };
  }
  if (runtimeErrors.has(name)) {
    return { kind: 'failed', reason: `the node did not run the swap: ${name}` };
  }
  const tradersReason = programError === null ? undefined : tradersTokenErrors.get(programError);
  if (tradersReason !== undefined && !(programError === insufficientFunds && vaultFellShort(swap, transfers))) {
    return { kind: 'not_simulated', reason: tradersReason, slot };
  }
  const errorText = programError === null ? name : `error ${programError}`;
  return { kind: 'refused', reason: `the pool's program rejected the swap: ${errorText}`, programError, slot };
}

/**
 * Returns whether the pool's vault contained too little. The last transfer in the response is then the failed one, and
 * the pool made it.
 */
function vaultFellShort({ direction }: SwapQuote, transfers: readonly InnerTransfer[]): boolean {
  const last = transfers.at(-1);
  return last !== undefined && last.source !== direction.inputAccount.address;
}
