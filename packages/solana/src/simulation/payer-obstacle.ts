import type { TokenAccount } from '../decoders/token-account.ts';
import { programs } from '../programs.ts';
import type { SwapQuote, SwapRequest } from '../quotes/swap-quote.ts';

const knownPrograms: ReadonlySet<string> = new Set(Object.values(programs));

/**
 * Returns, as a sentence, why a simulation of the swap must fail before the pool's program could accept or reject it.
 * Null when no reason is known. A reason is a problem of the payer's token accounts, or a missing account of the pool
 * on which the quote does not depend. The payer's SOL balance is not checked here, because the node's response shows
 * whether it suffices.
 */
export function payerObstacle(swap: SwapQuote, request: SwapRequest): string | null {
  const { inputAccount, outputAccount } = swap.direction;
  if (knownPrograms.has(request.payer)) {
    return `the payer ${request.payer} is a program, which cannot sign or pay`;
  }
  const from = inputAccount.account;
  if (from === null) {
    return `the input account ${inputAccount.address} does not exist`;
  }
  if (from.state === 'frozen') {
    return `the input account ${from.address} is frozen`;
  }
  if (from.amount < request.amountIn) {
    return `the input account ${from.address} holds ${from.amount}, less than ${request.amountIn}`;
  }
  const right = movable(swap, from, request.payer);
  if (right < request.amountIn) {
    return `the payer may move ${right} out of the input account ${from.address}, less than ${request.amountIn}`;
  }
  if (outputAccount.account?.state === 'frozen') {
    return `the output account ${outputAccount.address} is frozen`;
  }
  return outputAccount.account === null && outputAccount.mint === null
    ? `the output account ${outputAccount.address} does not exist, nor is it the payer's associated one`
    : missingOfPool(swap);
}

function missingOfPool({ loaded }: SwapQuote): string | null {
  if (loaded.kind === 'cpmm') {
    return null;
  }
  const missing = loaded.tokens.flatMap(({ address, mint, vault }, index) => [
    ...(mint === null ? [`the mint ${address}`] : []),
    ...(vault === null ? [`the vault ${loaded.pool.vaults[index]}`] : []),
  ]);
  return missing[0] === undefined ? null : `${missing[0]} of the pool does not exist`;
}

/**
 * Returns how much a signer may move from an account. The owner and the permanent delegate may move everything, and a
 * delegate its allowance. An owner that is its own delegate is limited to the allowance.
 */
function movable({ loaded, direction }: SwapQuote, from: TokenAccount, signer: string): bigint {
  if (loaded.tokens[direction.input].mint?.extensions.permanentDelegate === signer) {
    return from.amount;
  }
  if (from.delegate === signer) {
    return from.delegatedAmount;
  }
  return from.owner === signer ? from.amount : 0n;
}
