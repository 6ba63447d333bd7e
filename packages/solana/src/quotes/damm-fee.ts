import type { DammBaseFee } from '../decoders/damm-base-fee.ts';
import type { DammPool } from '../decoders/damm-pool.ts';
import { ProblemError } from '../outcome.ts';
import { divideUp, checkedUint128 } from '../amounts.ts';

/** The properties of a trade that its fee depends on. */
export type DammTrade = {
  /** The time of the trade, in slots or Unix seconds, whichever unit the pool uses. */
  readonly point: bigint;
  /** Whether the trader pays token B and receives token A. */
  readonly buysA: boolean;
  /** The amount that reaches the pool, in base units, before the pool takes its fees. */
  readonly arriving: bigint;
};

/** Number of units of a fee numerator that are 100 %: a numerator counts billionths. */
export const feeUnit = 1_000_000_000n;
const fixedPointOne = 1n << 64n;
const maxFeeNumerators = [500_000_000n, 990_000_000n] as const;
const errors = { overflow: 6000, invalidPoolVersion: 6052 } as const;

/**
 * Returns the fee of a trade in billionths. It is the base fee plus the volatility fee, limited to the maximum for the
 * pool's fee version.
 */
export function dammFeeNumerator(pool: DammPool, trade: DammTrade): bigint {
  const highest = maxFeeNumerators[pool.feeVersion];
  if (highest === undefined) {
    const message = `fee version ${pool.feeVersion} of pool ${pool.address} is unknown`;
    throw new ProblemError('unsupported', message, errors.invalidPoolVersion);
  }
  const total = baseNumerator(pool, trade) + variableNumerator(pool);
  return total < highest ? total : highest;
}

/**
 * Returns the fee on an amount, rounded up.
 * @param numerator in billionths.
 */
export function feeOf(value: bigint, numerator: bigint): bigint {
  return divideUp(value * numerator, feeUnit);
}

/** Returns whether the rate limiter applies to a trade. Its fee then rises with its size. */
export function rateLimited(pool: DammPool, trade: DammTrade): boolean {
  const fee = pool.baseFee;
  if (fee.mode !== 'rate_limiter' || !trade.buysA) {
    return false;
  }
  const set = fee.referenceAmount > 0n && fee.duration > 0n && fee.maximumBps > 0n && fee.incrementBps > 0n;
  const young = trade.point >= pool.activationPoint && trade.point <= pool.activationPoint + fee.duration;
  return set && young;
}

/**
 * Returns the volatility fee in billionths, from the accumulator that the last trade stored. Before a trade, the
 * program lets only the reference values decay. So the fee does not fall merely because time passes.
 */
function variableNumerator({ dynamicFee }: DammPool): bigint {
  if (dynamicFee === null) {
    return 0n;
  }
  const moved = checkedUint128(
    dynamicFee.volatilityAccumulator * dynamicFee.binStep,
    'the volatility',
    errors.overflow,
  );
  const squared = checkedUint128(moved * moved * dynamicFee.variableFeeControl, 'the variable fee', errors.overflow);
  return divideUp(squared, 100_000_000_000n);
}

function baseNumerator(pool: DammPool, trade: DammTrade): bigint {
  const fee = pool.baseFee;
  switch (fee.mode) {
    case 'time':
      return fee.periodLength === 0n ? fee.cliff : decayed(fee, timePeriod(pool.activationPoint, fee, trade.point));
    case 'market_cap':
      return decayed(fee, marketCapPeriod(pool, fee, trade.point));
    case 'rate_limiter':
      return rateLimited(pool, trade) && trade.arriving > fee.referenceAmount
        ? rateLimiterNumerator(fee, trade.arriving)
        : fee.cliff;
  }
}

function timePeriod(opened: bigint, fee: Extract<DammBaseFee, { mode: 'time' }>, point: bigint): bigint {
  const passed = point < opened ? fee.periods : (point - opened) / fee.periodLength;
  return passed < fee.periods ? passed : fee.periods;
}

function marketCapPeriod(pool: DammPool, fee: Extract<DammBaseFee, { mode: 'market_cap' }>, point: bigint): bigint {
  const opened = pool.activationPoint;
  if (point < opened || point > opened + fee.expiresAfter) {
    return fee.periods;
  }
  if (pool.sqrtPrice <= pool.initialSqrtPrice) {
    return 0n;
  }
  if (pool.initialSqrtPrice === 0n || fee.stepBps === 0n) {
    throw new ProblemError('malformed', `DAMM V2 pool ${pool.address}: its fee has steps of size zero`);
  }
  const risenBps = ((pool.sqrtPrice - pool.initialSqrtPrice) * 10_000n) / pool.initialSqrtPrice;
  const passed = risenBps / fee.stepBps;
  return passed < fee.periods ? passed : fee.periods;
}

type Decaying = Exclude<DammBaseFee, { mode: 'rate_limiter' }>;

function decayed({ cliff, decay, reduction }: Decaying, periods: bigint): bigint {
  if (decay === 'linear') {
    return checkedUint128(cliff - reduction * periods, 'the base fee', errors.overflow);
  }
  const remainingFactor = checkedUint128(
    fixedPointOne - (reduction * fixedPointOne) / 10_000n,
    'the base fee',
    errors.overflow,
  );
  return (cliff * power(remainingFactor, periods)) / fixedPointOne;
}

/**
 * Returns `base` to the power of `exponent` in fixed point with 64 fractional bits, by repeated squaring from the
 * lowest bit. The program truncates every product to 64 fractional bits, so a different order of products would give
 * different last digits.
 */
function power(base: bigint, exponent: bigint): bigint {
  let result = fixedPointOne;
  let square = base;
  for (let left = exponent; left > 0n; left >>= 1n) {
    if ((left & 1n) === 1n) {
      result = (result * square) >> 64n;
    }
    square = (square * square) >> 64n;
  }
  if (result === 0n) {
    throw new ProblemError('overflow', 'the base fee has decayed to zero', errors.overflow);
  }
  return result;
}

/**
 * Returns the average fee of a purchase above the reference amount, in billionths. The first reference amount pays the
 * initial fee. Each further one pays one increment more than the one before, up to the maximum fee.
 */
function rateLimiterNumerator(fee: Extract<DammBaseFee, { mode: 'rate_limiter' }>, arriving: bigint): bigint {
  const { cliff, referenceAmount: reference } = fee;
  const increment = fee.incrementBps * 100_000n;
  const highest = fee.maximumBps * 100_000n;
  if (highest < cliff) {
    throw new ProblemError('malformed', 'the maximum fee of a rate limiter is below its cliff fee');
  }
  const whole = (arriving - reference) / reference;
  const rest = (arriving - reference) % reference;
  const rising = (highest - cliff) / increment;
  const steps = whole < rising ? whole : rising;
  const risen = reference * (cliff + cliff * steps + (increment * steps * (steps + 1n)) / 2n);
  const flat =
    whole < rising ? rest * (cliff + increment * (whole + 1n)) : ((whole - rising) * reference + rest) * highest;
  const charged = divideUp(risen + flat, feeUnit);
  return divideUp(charged * feeUnit, arriving);
}
