import type { DammPool } from '../decoders/damm-pool.ts';
import { transferFee } from '../decoders/transfer-fee.ts';
import { ProblemError } from '../outcome.ts';
import type { LoadedDamm } from '../pools/load-damm.ts';
import { checkTransferable, transferFeeOf } from '../pools/transferable.ts';
import { amount, divideUp, wide } from './amounts.ts';
import { dammFeeNumerator, feeOf, rateLimited, type DammTrade } from './damm-fee.ts';
import { priceImpactBps, type PriceRatio } from './price-impact.ts';
import { openingText } from './opening.ts';

/** An exact-in swap of a DAMM V2 pool; amounts in base units. */
export type DammQuote = {
  /** What the trader receives, after the output token's transfer fee. */
  readonly amountOut: bigint;
  /** What leaves the vault. */
  readonly grossOut: bigint;
  /** What reaches the curve. */
  readonly traded: bigint;
  readonly feeToken: 'input' | 'output';
  /** All of the pool's fee; the four parts below add up to it. */
  readonly totalFee: bigint;
  readonly claimingFee: bigint;
  readonly compoundingFee: bigint;
  readonly protocolFee: bigint;
  readonly referralFee: bigint;
  readonly transferFeeIn: bigint;
  readonly transferFeeOut: bigint;
  /** The square-root price after the trade; null for a pool that prices from its reserves. */
  readonly nextSqrtPrice: bigint | null;
  readonly priceImpactBps: number;
  /** Whether the instruction has to carry the instructions sysvar, without which the program turns it down. */
  readonly needsInstructionsSysvar: boolean;
};

/** One asked-for swap. */
export type DammSwap = {
  /** Which of the pool's two tokens goes in: 0 is A. */
  readonly input: 0 | 1;
  readonly amountIn: bigint;
  /** Who trades; a pool may let one address trade before it opens. */
  readonly payer: string;
  /** Whether a referrer is named, who is paid out of the protocol's part. */
  readonly hasReferral: boolean;
};

const q128 = 1n << 128n;
const headStart = { slot: 9_000n, unix_seconds: 3_600n } as const;
const errors = { overflow: 6000, disabled: 6003, amountIsZero: 6006, priceRange: 6015 } as const;

/** The pool's own time: a slot or Unix seconds. */
export function dammPoint({ pool, clock }: LoadedDamm): bigint {
  return pool.activationClock === 'slot' ? clock.slot : clock.unixSeconds;
}

/** Why the program would not let this payer swap at the snapshot's time; undefined when it would. */
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
 * What a swap of exactly `amountIn` base units gives, equal to the program to the last unit. Stops with the reason
 * when the program would turn it down, and when nothing would come out, which the program itself lets through.
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
    throw new ProblemError('nothing_to_swap', 'nothing of this amount arrives at the pool', errors.amountIsZero);
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
    throw new ProblemError('zero_output', 'this amount is too small: nothing would come out');
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

/** So much output for so much input, for a trade too small to move the pool, fees excluded. */
export function dammMarginalPrice({ pool, tokens }: LoadedDamm, input: 0 | 1): PriceRatio {
  if (pool.collectMode === 'compounding') {
    return { output: tokens[input === 0 ? 1 : 0].reserve, input: tokens[input].reserve };
  }
  const squared = pool.sqrtPrice * pool.sqrtPrice;
  return input === 0 ? { output: squared, input: q128 } : { output: q128, input: squared };
}

type Crossing = { readonly output: bigint; readonly nextSqrtPrice: bigint | null };

/** What the curve gives for `traded`, before any fee on the output. */
function cross(loaded: LoadedDamm, input: 0 | 1, traded: bigint): Crossing {
  const { pool, tokens } = loaded;
  const reserveIn = tokens[input].reserve;
  const reserveOut = tokens[input === 0 ? 1 : 0].reserve;
  const compounding = pool.collectMode === 'compounding';
  if (compounding ? reserveIn === 0n || reserveOut === 0n : pool.liquidity === 0n) {
    throw new ProblemError('empty_pool', `pool ${pool.address} has nothing to trade against`);
  }
  if (compounding) {
    const after = amount(reserveIn + traded, 'the reserve', errors.overflow);
    return { output: (traded * reserveOut) / after, nextSqrtPrice: null };
  }
  const crossing = input === 0 ? crossDown(pool, traded) : crossUp(pool, traded);
  amount(crossing.output, 'the output', errors.overflow);
  if (crossing.output > reserveOut) {
    throw new ProblemError('insufficient_reserve', `pool ${pool.address} does not hold that much`, errors.overflow);
  }
  return crossing;
}

/** Token A goes in and the price falls; the next price is rounded up, so that the pool never gives too much. */
function crossDown(pool: DammPool, traded: bigint): { output: bigint; nextSqrtPrice: bigint } {
  const { liquidity, sqrtPrice } = pool;
  const next = divideUp(liquidity * sqrtPrice, liquidity + traded * sqrtPrice);
  if (next < pool.sqrtMinPrice) {
    throw new ProblemError('price_range', 'this trade leads under the lowest price of the pool', errors.priceRange);
  }
  return { output: (liquidity * (sqrtPrice - next)) / q128, nextSqrtPrice: next };
}

/** Token B goes in and the price rises; the next price is rounded down, so that the pool never gives too much. */
function crossUp(pool: DammPool, traded: bigint): { output: bigint; nextSqrtPrice: bigint } {
  const { liquidity, sqrtPrice } = pool;
  const next = wide(sqrtPrice + (traded * q128) / liquidity, 'the price', errors.overflow);
  if (next > pool.sqrtMaxPrice) {
    throw new ProblemError('price_range', 'this trade leads over the highest price of the pool', errors.priceRange);
  }
  return { output: (liquidity * (next - sqrtPrice)) / (sqrtPrice * next), nextSqrtPrice: next };
}
