import { baseFeeModes, collectModes, type DammPoolState } from './damm-pool.ts';

/** Fees are so many billionths of an amount. */
const feeDenominator = 1_000_000_000n;
/** What a basis point is in billionths. */
const perBasisPoint = 100_000n;
const oneQ64 = 1n << 64n;
const maxExponent = 0x80000n;

/** The most that a pool may charge, in billionths, by the version of its fees. */
const caps: Readonly<Record<number, bigint>> = { 0: 500_000_000n, 1: 990_000_000n };

/** A swap as far as its fee depends on it. */
export type FeeTerms = {
  /** Whether B comes in. */
  readonly buysA: boolean;
  /** What comes in before any of the pool's fees. */
  readonly amountIn: bigint;
  /** Now, in the units that the pool's activation is counted in. */
  readonly point: bigint;
};

/** Names of the program's errors that working out a fee can end in. */
export type FeeError = 'MathOverflow' | 'InvalidPoolVersion';

/** Whether the pool's fee grows with the amount right now, which it does for buyers of A soon after activation. */
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

/** The fee of a swap, in billionths of the amount that it is taken of. */
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

/** What a fee takes of an amount. */
export function feeOn(amount: bigint, numerator: bigint): bigint {
  return (amount * numerator + feeDenominator - 1n) / feeDenominator;
}

/** Who gets how much of a fee. */
export type FeeShares = {
  readonly claiming: bigint;
  readonly compounding: bigint;
  readonly protocol: bigint;
  readonly referral: bigint;
};

/** Divides a fee as the pool has it. */
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

/** The cliff after so many reductions: each by the same amount, or each by the same share. */
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

/** A fraction of 2^64 to a power, cut after every multiplication as the program does. */
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
 * The fee of an amount above the reference: every further reference amount pays one increment more, up to the most. It is
 * added up piece by piece and then written as a share of the whole.
 */
function limitedFee({ baseFee }: DammPoolState, amount: bigint): bigint {
  const { cliff, reductionOrReference: reference } = baseFee;
  const increment = baseFee.periods * perBasisPoint;
  const maxFee = baseFee.expirationOrMax * perBasisPoint;
  const growing = maxFee > cliff ? (maxFee - cliff) / increment : 0n;
  const pieces = (amount - reference) / reference;
  const rest = (amount - reference) % reference;
  const grown = pieces < growing ? pieces : growing;
  let charged = reference * (cliff + cliff * grown + (increment * grown * (grown + 1n)) / 2n);
  charged +=
    pieces < growing ? rest * (cliff + increment * (pieces + 1n)) : ((pieces - growing) * reference + rest) * maxFee;
  const fee = (charged + feeDenominator - 1n) / feeDenominator;
  return (fee * feeDenominator + amount - 1n) / amount;
}
