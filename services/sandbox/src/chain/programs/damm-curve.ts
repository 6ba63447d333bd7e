import { collectModes, type DammPool } from './damm-pool.ts';

/** What moving along the curve gives. */
export type CurveStep = { readonly out: bigint; readonly nextSqrtPrice: bigint };

/** Names of the program's errors that the curve can end in. */
export type CurveError = 'PriceRangeViolation' | 'MathOverflow';

const mostU64 = 2n ** 64n - 1n;

function dividedUp(amount: bigint, by: bigint): bigint {
  return (amount + by - 1n) / by;
}

/** Moves a pool along its curve by what comes in, all fees on the input already taken off. */
export function moveAlong(pool: DammPool, buysA: boolean, amountIn: bigint): CurveStep | CurveError {
  const step =
    pool.collectMode === collectModes.compounding
      ? byAmounts(pool, buysA, amountIn)
      : buysA
        ? upwards(pool, amountIn)
        : downwards(pool, amountIn);
  return typeof step !== 'string' && step.out > mostU64 ? 'MathOverflow' : step;
}

/** A comes in: the price falls, and B leaves. */
function downwards({ liquidity, sqrtPrice, sqrtMinPrice }: DammPool, amountIn: bigint): CurveStep | CurveError {
  const denominator = liquidity + amountIn * sqrtPrice;
  if (denominator === 0n) {
    return 'MathOverflow';
  }
  const nextSqrtPrice = dividedUp(liquidity * sqrtPrice, denominator);
  return nextSqrtPrice < sqrtMinPrice
    ? 'PriceRangeViolation'
    : { out: (liquidity * (sqrtPrice - nextSqrtPrice)) >> 128n, nextSqrtPrice };
}

/** B comes in: the price rises, and A leaves. */
function upwards({ liquidity, sqrtPrice, sqrtMaxPrice }: DammPool, amountIn: bigint): CurveStep | CurveError {
  if (liquidity === 0n || sqrtPrice === 0n) {
    return 'MathOverflow';
  }
  const nextSqrtPrice = sqrtPrice + (amountIn << 128n) / liquidity;
  return nextSqrtPrice > sqrtMaxPrice
    ? 'PriceRangeViolation'
    : { out: (liquidity * (nextSqrtPrice - sqrtPrice)) / (sqrtPrice * nextSqrtPrice), nextSqrtPrice };
}

/** A compounding pool keeps the product of its two amounts and has no range. */
function byAmounts({ amounts, sqrtPrice }: DammPool, buysA: boolean, amountIn: bigint): CurveStep | CurveError {
  const [held, wanted] = buysA ? [amounts[1], amounts[0]] : amounts;
  const grown = held + amountIn;
  if (grown > mostU64 || grown === 0n) {
    return 'MathOverflow';
  }
  return { out: (wanted * amountIn) / grown, nextSqrtPrice: sqrtPrice };
}
