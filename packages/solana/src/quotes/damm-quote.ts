import type { DammPool } from '../decoders/damm-pool.ts';
import { transferFee } from '../decoders/transfer-fee.ts';
import { ProblemError } from '../outcome.ts';
import type { LoadedDamm } from '../pools/load-damm.ts';
import { checkTransferable, transferFeeOf } from '../pools/transferable.ts';
import { checkedUint64, divideUp, checkedUint128 } from '../amounts.ts';
import { dammFeeNumerator, feeOf, rateLimited, type DammTrade } from './damm-fee.ts';
import { priceImpactBps, type PriceRatio } from './price-impact.ts';
import { openingText } from './opening.ts';

/** A quote for swapping an exact input amount in a DAMM V2 pool. Amounts are in base units. */
export type DammQuote = {
  /** The amount that the trader receives, after the output token's transfer fee. */
  readonly amountOut: bigint;
  /** The amount that leaves the vault. */
  readonly grossOut: bigint;
  /** The amount to which the pool applies its curve. */
  readonly traded: bigint;
  readonly feeToken: 'input' | 'output';
  /** The whole fee of the pool. It is the sum of the next four fields. */
  readonly totalFee: bigint;
  readonly claimingFee: bigint;
  readonly compoundingFee: bigint;
  readonly protocolFee: bigint;
  readonly referralFee: bigint;
  readonly transferFeeIn: bigint;
  readonly transferFeeOut: bigint;
  /** The square-root price after the trade. Null when the pool computes its price from its reserves. */
  readonly nextSqrtPrice: bigint | null;
  readonly priceImpactBps: number;
  /** Whether the swap instruction must list the instructions sysvar, because the program otherwise rejects it. */
  readonly needsInstructionsSysvar: boolean;
};

/** The swap to quote. */
export type DammSwap = {
  /** The index of the token that the trader pays. 0 is token A. */
  readonly input: 0 | 1;
  readonly amountIn: bigint;
  /** The trader's address. A pool may let one address trade before it opens. */
  readonly payer: string;
  /** Whether the swap names a referrer. The referral fee is part of the protocol's fee. */
  readonly hasReferral: boolean;
};

const q128 = 1n << 128n;
const headStart = { slot: 9_000n, unix_seconds: 3_600n } as const;
const errors = { overflow: 6000, disabled: 6003, amountIsZero: 6006, priceRange: 6015 } as const;

/** Returns the time of the snapshot, in slots or seconds since the Unix epoch, whichever unit the pool uses. */
export function dammPoint({ pool, clock }: LoadedDamm): bigint {
  return pool.activationClock === 'slot' ? clock.slot : clock.unixSeconds;
}

/**
 * Returns why the program would reject this payer's swaps at the time of the snapshot. Undefined when it would accept
 * them.
 */
export function dammClosed(loaded: LoadedDamm, payer: string | null): ProblemError | undefined {
  const { pool } = loaded;
  if (pool.disabled) {
    return new ProblemError('swap_disabled', `swaps of pool ${pool.address} are switched off`, errors.disabled);
  }
  const lead = payer === pool.whitelistedVault ? headStart[pool.activationClock] : 0n;
  const opens = `pool ${pool.address} opens at ${openingText(pool.activationPoint, pool.activationClock)}`;
  return dammPoint(loaded) + lead < pool.activationPoint
    ? new ProblemError('not_open', opens, errors.disabled)
    : undefined;
}

/**
 * Quotes a swap of exactly `amountIn` base units. The result is exactly what the program would compute. Throws
 * ProblemError when the program would reject the swap, and also when the output would be zero, although the program
 * accepts such a swap.
 */
export function quoteDamm(loaded: LoadedDamm, swap: DammSwap): DammQuote {
  const { pool, tokens, clock } = loaded;
  const tokenIn = tokens[swap.input];
  const tokenOut = tokens[swap.input === 0 ? 1 : 0];
  const closed = dammClosed(loaded, swap.payer);
  if (closed !== undefined) {
    throw closed;
  }
  checkTransferable(tokenIn.mint, tokenIn.vault);
  checkTransferable(tokenOut.mint, tokenOut.vault);
  const transferFeeIn = transferFee(transferFeeOf(tokenIn.mint, clock.epoch), swap.amountIn);
  const arriving = swap.amountIn - transferFeeIn;
  if (arriving <= 0n) {
    throw new ProblemError(
      'nothing_to_swap',
      'the transfer fee takes the whole amount, so nothing reaches the pool',
      errors.amountIsZero,
    );
  }
  const trade: DammTrade = { point: dammPoint(loaded), buysA: swap.input === 1, arriving };
  const numerator = dammFeeNumerator(pool, trade);
  const onInput = pool.collectMode !== 'output_token' && trade.buysA;
  const inputFee = onInput ? feeOf(arriving, numerator) : 0n;
  const traded = arriving - inputFee;
  const curve = cross(loaded, swap.input, traded);
  const totalFee = onInput ? inputFee : feeOf(curve.output, numerator);
  const grossOut = onInput ? curve.output : curve.output - totalFee;
  const transferFeeOut = transferFee(transferFeeOf(tokenOut.mint, clock.epoch), grossOut);
  if (grossOut - transferFeeOut <= 0n) {
    throw new ProblemError('zero_output', 'this amount is too small: the output would be zero');
  }
  return {
    amountOut: grossOut - transferFeeOut,
    grossOut,
    traded,
    feeToken: onInput ? 'input' : 'output',
    totalFee,
    ...splitFee(pool, totalFee, swap.hasReferral),
    transferFeeIn,
    transferFeeOut,
    nextSqrtPrice: curve.nextSqrtPrice,
    priceImpactBps: priceImpactBps({ output: curve.output, input: traded }, dammMarginalPrice(loaded, swap.input)),
    needsInstructionsSysvar: rateLimited(pool, trade),
  };
}

type FeeParts = Pick<DammQuote, 'claimingFee' | 'compoundingFee' | 'protocolFee' | 'referralFee'>;

function splitFee(pool: DammPool, totalFee: bigint, hasReferral: boolean): FeeParts {
  const protocol = (totalFee * pool.protocolFeePercent) / 100n;
  const providers = totalFee - protocol;
  const compoundingFee = pool.collectMode === 'compounding' ? (providers * pool.compoundingFeeBps) / 10_000n : 0n;
  const referralFee = hasReferral ? (protocol * pool.referralFeePercent) / 100n : 0n;
  return {
    claimingFee: providers - compoundingFee,
    compoundingFee,
    protocolFee: protocol - referralFee,
    referralFee,
  };
}

/** Returns the price of a trade that is so small that it does not move the pool. The price excludes fees. */
export function dammMarginalPrice({ pool, tokens }: LoadedDamm, input: 0 | 1): PriceRatio {
  if (pool.collectMode === 'compounding') {
    return { output: tokens[input === 0 ? 1 : 0].reserve, input: tokens[input].reserve };
  }
  const squared = pool.sqrtPrice * pool.sqrtPrice;
  return input === 0 ? { output: squared, input: q128 } : { output: q128, input: squared };
}

type Crossing = { readonly output: bigint; readonly nextSqrtPrice: bigint | null };

/** Returns what the pool's curve pays out for an input of `traded`. Fees on the output are not deducted yet. */
function cross(loaded: LoadedDamm, input: 0 | 1, traded: bigint): Crossing {
  const { pool, tokens } = loaded;
  const reserveIn = tokens[input].reserve;
  const reserveOut = tokens[input === 0 ? 1 : 0].reserve;
  const compounding = pool.collectMode === 'compounding';
  if (compounding ? reserveIn === 0n || reserveOut === 0n : pool.liquidity === 0n) {
    throw new ProblemError('empty_pool', `pool ${pool.address} has an empty reserve`);
  }
  if (compounding) {
    const after = checkedUint64(reserveIn + traded, 'the reserve', errors.overflow);
    return { output: (traded * reserveOut) / after, nextSqrtPrice: null };
  }
  const crossing = input === 0 ? crossDown(pool, traded) : crossUp(pool, traded);
  checkedUint64(crossing.output, 'the output', errors.overflow);
  if (crossing.output > reserveOut) {
    throw new ProblemError('insufficient_reserve', `pool ${pool.address} holds less than the output`, errors.overflow);
  }
  return crossing;
}

/** Swaps token A for token B, which lowers the price. The next price is rounded up, in the pool's favor. */
function crossDown(pool: DammPool, traded: bigint): { output: bigint; nextSqrtPrice: bigint } {
  const { liquidity, sqrtPrice } = pool;
  const next = divideUp(liquidity * sqrtPrice, liquidity + traded * sqrtPrice);
  if (next < pool.sqrtMinPrice) {
    throw new ProblemError(
      'price_range',
      'this trade would move the price below the minimum of the pool',
      errors.priceRange,
    );
  }
  return { output: (liquidity * (sqrtPrice - next)) / q128, nextSqrtPrice: next };
}

/** Swaps token B for token A, which raises the price. The next price is rounded down, in the pool's favor. */
function crossUp(pool: DammPool, traded: bigint): { output: bigint; nextSqrtPrice: bigint } {
  const { liquidity, sqrtPrice } = pool;
  const next = checkedUint128(sqrtPrice + (traded * q128) / liquidity, 'the price', errors.overflow);
  if (next > pool.sqrtMaxPrice) {
    throw new ProblemError(
      'price_range',
      'this trade would move the price above the maximum of the pool',
      errors.priceRange,
    );
  }
  return { output: (liquidity * (next - sqrtPrice)) / (sqrtPrice * next), nextSqrtPrice: next };
}
