import type { TokenAccount } from '../decoders/token-account.ts';
import { programs } from '../programs.ts';
import type { SwapQuote, SwapRequest } from '../quotes/swap-quote.ts';

const knownPrograms: ReadonlySet<string> = new Set(Object.values(programs));

/**
 * Why the swap could not be simulated whatever the pool's program says, in a sentence; null when nothing is known to stand
 * in its way: the payer's token accounts, or accounts of the pool that the quote did without because they do not enter
 * into it. What the payer has in SOL is not looked at: the node's own answer tells.
 */
export function payerObstacle(swap: SwapQuote, request: SwapRequest): string | null {
  const { inputAccount, outputAccount } = swap.direction;
  if (knownPrograms.has(request.payer)) {
    return `the payer ${request.payer} is a program, which signs and pays for nothing`;
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

/** How much a signer may move: all as owner or permanent delegate, its allowance as delegate, even of its own account. */
function movable({ loaded, direction }: SwapQuote, from: TokenAccount, signer: string): bigint {
  if (loaded.tokens[direction.input].mint?.extensions.permanentDelegate === signer) {
    return from.amount;
  }
  if (from.delegate === signer) {
    return from.delegatedAmount;
  }
  return from.owner === signer ? from.amount : 0n;
}
