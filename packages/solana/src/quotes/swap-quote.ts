import { readAccounts, type ChainSnapshot } from '../account.ts';
import { derivationOf, ProblemError, type Derivation } from '../outcome.ts';
import { clockAddress } from '../programs.ts';
import { loadPool, type LoadedPool } from '../pools/load-pool.ts';
import { isSwapAmount, quoteCpmm, type CpmmQuote } from './cpmm-quote.ts';
import { quoteDamm, type DammQuote } from './damm-quote.ts';
import { tradeDirection, type PoolToken, type TradeDirection } from './trade-accounts.ts';

/** The parameters of `chain.swap_quote`. Addresses are valid base58. */
export type SwapRequest = {
  readonly pool: string;
  readonly payer: string;
  readonly inputTokenAccount: string;
  readonly outputTokenAccount: string;
  /** The amount to swap, in base units of the input token. */
  readonly amountIn: bigint;
};

/**
 * The datum of `chain.swap_quote`. It lacks `simulated`, because that field does not follow from the bytes of accounts.
 */
export type SwapQuoteData = {
  readonly pool: string;
  readonly kind: 'cpmm' | 'damm_v2';
  readonly inputMint: string;
  readonly outputMint: string;
  readonly amountIn: string;
  readonly amountOut: string;
  /** The pool's fee, in base units of the token in which the pool takes it. */
  readonly feeAmount: string;
  readonly priceImpactBps: number;
  readonly slot: number;
};

/** A quote and the accounts and facts that it was computed from, for simulations and for the gate. */
export type SwapQuote = {
  readonly data: SwapQuoteData;
  readonly loaded: LoadedPool;
  readonly direction: TradeDirection;
  readonly quote: CpmmQuote | DammQuote;
  /**
   * Sum of the pool's fees in basis points of the trade, truncated to two decimals. The price impact does not include
   * these fees.
   */
  readonly feeBps: number;
};

/**
 * Quotes a swap of an exact input amount from account bytes. The snapshot must contain the pool, the accounts that the
 * pool refers to, both token accounts and the Clock sysvar. The result is a problem when there is no quote.
 */
export function swapQuote(snapshot: ChainSnapshot, request: SwapRequest): Derivation<SwapQuote> {
  return derivationOf(() => {
    if (!isSwapAmount(request.amountIn)) {
      throw new ProblemError('invalid_amount', 'amountIn must be from 1 to 18446744073709551615');
    }
    readAccounts(snapshot, [request.pool, request.inputTokenAccount, request.outputTokenAccount, clockAddress]);
    const loaded = loadPool(snapshot, request.pool);
    const tokens = poolTokens(loaded);
    const direction = tradeDirection(snapshot, tokens, request);
    const { quote, feeAmount } = quoteOf(loaded, direction.input, request);
    const data: SwapQuoteData = {
      pool: request.pool,
      kind: loaded.kind,
      inputMint: tokens[direction.input].mint,
      outputMint: tokens[direction.input === 0 ? 1 : 0].mint,
      amountIn: request.amountIn.toString(),
      amountOut: quote.amountOut.toString(),
      feeAmount: feeAmount.toString(),
      priceImpactBps: quote.priceImpactBps,
      slot: snapshot.slot,
    };
    return { data, loaded, direction, quote, feeBps: feeBpsOf(quote, request.amountIn) };
  });
}

/** A fee that a pool takes before or after its curve. It takes `fee` from the amount `of`. */
type Cut = { readonly fee: bigint; readonly of: bigint };

/**
 * Returns how much of a trade the pool keeps, in basis points with at most two decimals. It multiplies the shares that
 * remain after the fees before and after the curve. It does not include transfer fees, because the token takes these
 * and not the pool.
 */
function feeBpsOf(quote: CpmmQuote | DammQuote, amountIn: bigint): number {
  const [before, after] = cutsOf(quote, amountIn - quote.transferFeeIn);
  const whole = before.of * after.of;
  const remainingShare = (before.of - before.fee) * (after.of - after.fee);
  return whole === 0n ? 0 : Number(((whole - remainingShare) * 1_000_000n) / whole) / 100;
}

function cutsOf(quote: CpmmQuote | DammQuote, arriving: bigint): readonly [before: Cut, after: Cut] {
  if ('feeToken' in quote) {
    const [onInput, onOutput] = quote.feeToken === 'input' ? [quote.totalFee, 0n] : [0n, quote.totalFee];
    return [
      { fee: onInput, of: arriving },
      { fee: onOutput, of: quote.grossOut + onOutput },
    ];
  }
  const { tradeFee, creatorFee, creatorFeeOnInput, grossOut } = quote;
  const [creatorIn, creatorOut] = creatorFeeOnInput ? [creatorFee, 0n] : [0n, creatorFee];
  return [
    { fee: tradeFee + creatorIn, of: arriving },
    { fee: creatorOut, of: grossOut + creatorOut },
  ];
}

/** Returns the mints and token programs of a loaded pool, in the pool's order. */
export function poolTokens(loaded: LoadedPool): readonly [PoolToken, PoolToken] {
  if (loaded.kind === 'cpmm') {
    const [token0, token1] = loaded.pool.sides;
    return [token0, token1];
  }
  const [a, b] = loaded.tokens;
  return [
    { mint: a.address, tokenProgram: a.tokenProgram },
    { mint: b.address, tokenProgram: b.tokenProgram },
  ];
}

/**
 * Returns the quote of a loaded pool and its fee. A CPMM pool takes its trade fee in the input token. The fee includes
 * the creator fee only if the pool takes it in that token too, because amounts of two tokens cannot be added.
 */
function quoteOf(
  loaded: LoadedPool,
  input: 0 | 1,
  request: SwapRequest,
): { readonly quote: CpmmQuote | DammQuote; readonly feeAmount: bigint } {
  if (loaded.kind === 'cpmm') {
    const quote = quoteCpmm(loaded, input, request.amountIn);
    return { quote, feeAmount: quote.tradeFee + (quote.creatorFeeOnInput ? quote.creatorFee : 0n) };
  }
  const { amountIn, payer } = request;
  const quote = quoteDamm(loaded, { input, amountIn, payer, hasReferral: false });
  return { quote, feeAmount: quote.totalFee };
}
