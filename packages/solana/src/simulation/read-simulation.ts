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

/** What a node's simulation of a swap says about the swap's quote. */
export type SimulationResult =
  /** The swap went through and the output account received this much, in base units. */
  | { readonly kind: 'amount'; readonly amountOut: bigint; readonly slot: number }
  /** It did not go through, or cannot be measured, for reasons of the payer and its accounts: it says nothing about the quote. */
  | { readonly kind: 'not_simulated'; readonly reason: string; readonly slot: number }
  /** The pool's program turned the swap down, which contradicts a quote; the number is the program's own, where it gave one. */
  | { readonly kind: 'refused'; readonly reason: string; readonly programError: number | null; readonly slot: number }
  /** The node did not simulate at all, or its answer cannot be read: a failure of the node. */
  | { readonly kind: 'failed'; readonly reason: string };

/** Errors of a transaction whose fee nobody can pay, in the runtime's own names. */
const payerErrors = new Set([
  'AccountNotFound',
  'InsufficientFundsForFee',
  'InvalidAccountForFee',
  'InsufficientFundsForRent',
]);

/** What the runtime says where it could not run a program, rather than what a program said. */
const runtimeErrors = new Set(['ComputationalBudgetExceeded', 'UnsupportedProgramId', 'CallDepth']);

/**
 * Errors of the token programs that lie with the accounts of whoever trades: too little in it, another owner, frozen, a
 * memo demanded, a guard against other programs. The pool programs' own numbers start far above.
 */
const tradersTokenErrors = new Map([
  [1, 'the input account does not hold enough'],
  [4, 'the input account does not belong to the payer'],
  [17, 'a token account of the trade is frozen'],
  [36, 'the output account takes transfers with a memo only'],
  [42, 'the input account is guarded against transfers by programs'],
]);
const insufficientFunds = 1;

/**
 * Reads the result of `simulateTransaction` for the transaction of `buildSwapTransaction`. The amount is what the output
 * account holds afterwards without what it held in the quote's snapshot; where the node also shows the transfer into it,
 * both have to say the same.
 * @param answer the `result` of the JSON-RPC answer; its integers may be numbers or bigints.
 */
export function readSimulation(response: unknown, swap: SwapQuote): SimulationResult {
  const parsed = simulationResponse.safeParse(response);
  if (!parsed.success) {
    return { kind: 'failed', reason: 'the node gave an answer that is not one of simulateTransaction' };
  }
  const { context, value } = parsed.data;
  const transfers = innerTransfers(value.innerInstructions, swapInstructionIndex(swap));
  const failure = transactionFailure(value.err);
  if (failure !== null) {
    return failureResult(failure, swap, transfers, context.slot);
  }
  const held = heldAfterwards(value.accounts?.[0], swap, context.slot);
  if (held.kind === 'problem') {
    return { kind: 'failed', reason: `the node shows an output account that cannot be: ${held.problem.message}` };
  }
  return amountResult(held.value, swap, transfers, context.slot);
}

type ShownAccount = { readonly owner: string; readonly data: readonly [string, string] };

function heldAfterwards(shown: ShownAccount | null | undefined, swap: SwapQuote, slot: number): Outcome<bigint> {
  const { address } = swap.direction.outputAccount;
  if (shown === null || shown === undefined) {
    return { kind: 'problem', problem: { code: 'absent', message: `nothing stands at ${address}` } };
  }
  const data = new Uint8Array(Buffer.from(shown.data[0], 'base64'));
  const decoded = outcomeOf(() =>
    decodeTokenAccount({ address, owner: shown.owner, lamports: 1n, executable: false, data, slot }),
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
  const shown = transfers.filter(({ destination }) => destination === outputAccount.address);
  const measured = shown.map(({ amount }) => amount - feeOf(swap, amount)).reduce((sum, each) => sum + each, 0n);
  const moved = shown.length > 0 && measured !== received;
  return moved || received < 0n
    ? { kind: 'not_simulated', reason: 'the output account changed between the reading and the simulation', slot }
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
  const what = programError === null ? name : `error ${programError}`;
  return { kind: 'refused', reason: `the pool's program turned the swap down: ${what}`, programError, slot };
}

/** The transfer that failed is the last one shown; when it is the pool's, the pool itself holds too little. */
function vaultFellShort({ direction }: SwapQuote, transfers: readonly InnerTransfer[]): boolean {
  const last = transfers.at(-1);
  return last !== undefined && last.source !== direction.inputAccount.address;
}
