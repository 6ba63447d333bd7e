import type { DammBaseFee } from '../decoders/damm-base-fee.ts';
import type { DammPool } from '../decoders/damm-pool.ts';
import { ProblemError } from '../outcome.ts';
import { divideUp, wide } from './amounts.ts';

/** What decides the fee of one trade. */
export type DammTrade = {
  /** Slot or Unix seconds, whichever the pool counts in. */
  readonly point: bigint;
  /** Token B goes in. */
  readonly buysA: boolean;
  /** What arrives at the pool, in base units, before any fee of the pool. */
  readonly arriving: bigint;
};

/** Fee numerators are billionths. */
export const feeUnit = 1_000_000_000n;
const fixedPointOne = 1n << 64n;
const maxFeeNumerators = [500_000_000n, 990_000_000n] as const;
const errors = { overflow: 6000, invalidPoolVersion: 6052 } as const;

/** The fee of one trade in billionths: base fee and what volatility adds, never over the pool version's highest. */
export function dammFeeNumerator(pool: DammPool, trade: DammTrade): bigint {
  const highest = maxFeeNumerators[pool.feeVersion];
  if (highest === undefined) {
    const message = `fee version ${pool.feeVersion} of pool ${pool.address} does not exist`;
    throw new ProblemError('unsupported', message, errors.invalidPoolVersion);
  }
  const total = baseNumerator(pool, trade) + variableNumerator(pool);
  return total < highest ? total : highest;
}

/** What a fee of so many billionths takes of an amount; rounded up. */
export function feeOf(value: bigint, numerator: bigint): bigint {
  return divideUp(value * numerator, feeUnit);
}

/** Whether this trade is one whose size raises its fee. */
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
 * What volatility adds. It uses the accumulator as the last trade left it: the program decays only the references
 * before a trade, so the passing of time alone does not lower this part.
 */
function variableNumerator({ dynamicFee }: DammPool): bigint {
  if (dynamicFee === null) {
    return 0n;
  }
  const moved = wide(dynamicFee.volatilityAccumulator * dynamicFee.binStep, 'the volatility', errors.overflow);
  const squared = wide(moved * moved * dynamicFee.variableFeeControl, 'the variable fee', errors.overflow);
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
    throw new ProblemError('malformed', `DAMM V2 pool ${pool.address}: its fee falls by steps of no size`);
  }
  const risenBps = ((pool.sqrtPrice - pool.initialSqrtPrice) * 10_000n) / pool.initialSqrtPrice;
  const passed = risenBps / fee.stepBps;
  return passed < fee.periods ? passed : fee.periods;
}

type Decaying = Exclude<DammBaseFee, { mode: 'rate_limiter' }>;

function decayed({ cliff, decay, reduction }: Decaying, periods: bigint): bigint {
  if (decay === 'linear') {
    return wide(cliff - reduction * periods, 'the base fee', errors.overflow);
  }
  const kept = wide(fixedPointOne - (reduction * fixedPointOne) / 10_000n, 'the base fee', errors.overflow);
  return (cliff * power(kept, periods)) / fixedPointOne;
}

/**
 * `base` to the power of `exponent` in fixed point with 64 fractional bits, by repeated squaring from the lowest bit
 * on. Every product is cut to 64 fractional bits, as the chain does it: another order gives other last digits.
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
    throw new ProblemError('overflow', 'the base fee has decayed below what its arithmetic can hold', errors.overflow);
  }
  return result;
}

/**
 * The fee of a purchase over the reference amount: every further reference amount pays one increment more, up to the
 * highest fee, and the whole is charged at the average of its parts.
 */
function rateLimiterNumerator(fee: Extract<DammBaseFee, { mode: 'rate_limiter' }>, arriving: bigint): bigint {
  const { cliff, referenceAmount: reference } = fee;
  const increment = fee.incrementBps * 100_000n;
  const highest = fee.maximumBps * 100_000n;
  if (highest < cliff) {
    throw new ProblemError('malformed', 'the highest fee of a rate limiter is under its lowest');
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
