import { baseFeeModes, collectModes, type DammPoolState } from './damm-pool.ts';

/** The denominator of fee rates: rates are in billionths. */
const feeDenominator = 1_000_000_000n;
/** Number of billionths in a basis point. */
const perBasisPoint = 100_000n;
const oneQ64 = 1n << 64n;
const maxExponent = 0x80000n;

/** Maximum fee rate, in billionths, by the pool's fee version. */
const caps: Readonly<Record<number, bigint>> = { 0: 500_000_000n, 1: 990_000_000n };

/** The properties of a swap on which the fee depends. */
export type FeeTerms = {
  /** Whether the swap buys token A with token B. */
  readonly buysA: boolean;
  /** The input, before the pool's fees. */
  readonly amountIn: bigint;
  /** The current time, in the unit of the pool's activation point (seconds or slots). */
  readonly point: bigint;
};

/** Names of the program's errors that the computation of a fee can cause. */
export type FeeError = 'MathOverflow' | 'InvalidPoolVersion';

/**
 * Returns whether the rate limiter applies to a swap. The rate limiter's fee grows with the amount. Only swaps that buy
 * A soon after the activation pay it.
 */
export function isRateLimiterActive(
  { baseFee, activationPoint }: DammPoolState,
  { buysA, point }: Omit<FeeTerms, 'amountIn'>,
) {
  const { mode, periods, stepOrDuration, expirationOrMax, reductionOrReference } = baseFee;
  const isSet = periods !== 0n && stepOrDuration !== 0n && expirationOrMax !== 0n && reductionOrReference !== 0n;
  return (
    mode === baseFeeModes.rateLimiter &&
    isSet &&
    buysA &&
    point >= activationPoint &&
    point <= activationPoint + stepOrDuration
  );
}

/** Returns the fee rate of a swap, in billionths, or the name of an error. */
export function feeNumerator(pool: DammPoolState, terms: FeeTerms): bigint | FeeError {
  const cap = caps[pool.feeVersion];
  if (cap === undefined) {
    return 'InvalidPoolVersion';
  }
  const base = baseFeeOf(pool, terms);
  if (typeof base === 'string') {
    return base;
  }
  const total = base + variableFee(pool);
  return total > cap ? cap : total;
}

/** Returns the fee on an amount, rounded up. */
export function feeOn(amount: bigint, numerator: bigint): bigint {
  return (amount * numerator + feeDenominator - 1n) / feeDenominator;
}

/** The parts into which a fee is divided. */
export type FeeShares = {
  readonly claiming: bigint;
  readonly compounding: bigint;
  readonly protocol: bigint;
  readonly referral: bigint;
};

/** Divides a fee into its parts by the rates of the pool. */
export function shareFee(pool: DammPoolState, fee: bigint, hasReferral: boolean): FeeShares {
  const forProtocol = (fee * pool.protocolFeePercent) / 100n;
  const forProviders = fee - forProtocol;
  const compounding =
    pool.collectMode === collectModes.compounding ? (forProviders * pool.compoundingBps) / 10_000n : 0n;
  const referral = hasReferral ? (forProtocol * pool.referralFeePercent) / 100n : 0n;
  return { claiming: forProviders - compounding, compounding, protocol: forProtocol - referral, referral };
}

function variableFee({ dynamicFee }: DammPoolState): bigint {
  if (!dynamicFee.on) {
    return 0n;
  }
  const moved = dynamicFee.accumulator * dynamicFee.binStep;
  return (moved * moved * dynamicFee.control + 99_999_999_999n) / 100_000_000_000n;
}

function baseFeeOf(pool: DammPoolState, terms: FeeTerms): bigint | FeeError {
  const { cliff, mode } = pool.baseFee;
  switch (mode) {
    case baseFeeModes.linearInTime:
    case baseFeeModes.exponentialInTime:
      return reduced(pool, periodsByTime(pool, terms.point), mode === baseFeeModes.exponentialInTime);
    case baseFeeModes.rateLimiter:
      return isRateLimiterActive(pool, terms) && terms.amountIn > pool.baseFee.reductionOrReference
        ? limitedFee(pool, terms.amountIn)
        : cliff;
    case baseFeeModes.linearInPrice:
    case baseFeeModes.exponentialInPrice:
      return reduced(pool, periodsByPrice(pool, terms.point), mode === baseFeeModes.exponentialInPrice);
    default:
      return 'MathOverflow';
  }
}

function periodsByTime({ baseFee, activationPoint }: DammPoolState, point: bigint): bigint {
  if (baseFee.frequency === 0n) {
    return 0n;
  }
  if (point < activationPoint) {
    return baseFee.periods;
  }
  const passed = (point - activationPoint) / baseFee.frequency;
  return passed < baseFee.periods ? passed : baseFee.periods;
}

function periodsByPrice({ baseFee, activationPoint, sqrtPrice, initSqrtPrice }: DammPoolState, point: bigint): bigint {
  if (point < activationPoint || point > activationPoint + baseFee.expirationOrMax) {
    return baseFee.periods;
  }
  if (sqrtPrice <= initSqrtPrice || initSqrtPrice === 0n || baseFee.stepOrDuration === 0n) {
    return 0n;
  }
  const steps = ((sqrtPrice - initSqrtPrice) * 10_000n) / initSqrtPrice / baseFee.stepOrDuration;
  return steps < baseFee.periods ? steps : baseFee.periods;
}

/**
 * Returns the initial fee rate after a number of reductions. Each reduction subtracts the same amount, or with
 * `exponential` the same share of the remaining rate.
 */
function reduced({ baseFee }: DammPoolState, periods: bigint, exponential: boolean): bigint | FeeError {
  const { cliff, reductionOrReference: reduction } = baseFee;
  if (!exponential) {
    const remaining = cliff - reduction * periods;
    return remaining < 0n ? 'MathOverflow' : remaining;
  }
  const factor = oneQ64 - (reduction << 64n) / 10_000n;
  const share = factor < 0n ? undefined : power(factor, periods);
  return share === undefined ? 'MathOverflow' : (cliff * share) >> 64n;
}

/**
 * Returns a power of a fraction with 64 fractional bits. The result is truncated after every multiplication, as in the
 * program.
 */
function power(base: bigint, exponent: bigint): bigint | undefined {
  if (exponent >= maxExponent) {
    return undefined;
  }
  if (base === oneQ64 || exponent === 0n) {
    return oneQ64;
  }
  let result = oneQ64;
  let squared = base;
  for (let remaining = exponent; remaining > 0n; remaining >>= 1n) {
    if ((remaining & 1n) === 1n) {
      result = (result * squared) >> 64n;
    }
    squared = (squared * squared) >> 64n;
  }
  return result === 0n ? undefined : result;
}

/**
 * Returns the rate limiter's fee rate of an amount above the reference amount. The amount is divided into pieces of the
 * reference amount. Each further piece pays a rate that is one increment higher, up to a maximum. The result is the sum
 * of all fees as a share of the whole amount.
 */
function limitedFee({ baseFee }: DammPoolState, amount: bigint): bigint {
  const { cliff, reductionOrReference: reference } = baseFee;
  const increment = baseFee.periods * perBasisPoint;
  const maxFee = baseFee.expirationOrMax * perBasisPoint;
  const growing = maxFee > cliff ? (maxFee - cliff) / increment : 0n;
  const pieces = (amount - reference) / reference;
  const remainder = (amount - reference) % reference;
  const grown = pieces < growing ? pieces : growing;
  let charged = reference * (cliff + cliff * grown + (increment * grown * (grown + 1n)) / 2n);
  charged +=
    pieces < growing
      ? remainder * (cliff + increment * (pieces + 1n))
      : ((pieces - growing) * reference + remainder) * maxFee;
  const fee = (charged + feeDenominator - 1n) / feeDenominator;
  return (fee * feeDenominator + amount - 1n) / amount;
}
