import { maxU64 } from '../bytes.ts';
import { collectModes, type DammPoolState } from './damm-pool.ts';

/** The result of a swap along the curve. */
export type CurveStep = { readonly out: bigint; readonly nextSqrtPrice: bigint };

/** Names of the program's errors that a swap along the curve can cause. */
export type CurveError = 'PriceRangeViolation' | 'MathOverflow';

function divideUp(amount: bigint, by: bigint): bigint {
  return (amount + by - 1n) / by;
}

/** Swaps an input along the curve of a pool. The caller must first subtract the fees that are taken from the input. */
export function moveAlongCurve(pool: DammPoolState, buysA: boolean, amountIn: bigint): CurveStep | CurveError {
  const step =
    pool.collectMode === collectModes.compounding
      ? swapByProduct(pool, buysA, amountIn)
      : buysA
        ? swapBForA(pool, amountIn)
        : swapAForB(pool, amountIn);
  return typeof step !== 'string' && step.out > maxU64 ? 'MathOverflow' : step;
}

/** Swaps A for B. The price falls. */
function swapAForB({ liquidity, sqrtPrice, sqrtMinPrice }: DammPoolState, amountIn: bigint): CurveStep | CurveError {
  const denominator = liquidity + amountIn * sqrtPrice;
  if (denominator === 0n) {
    return 'MathOverflow';
  }
  const nextSqrtPrice = divideUp(liquidity * sqrtPrice, denominator);
  return nextSqrtPrice < sqrtMinPrice
    ? 'PriceRangeViolation'
    : { out: (liquidity * (sqrtPrice - nextSqrtPrice)) >> 128n, nextSqrtPrice };
}

/** Swaps B for A. The price rises. */
function swapBForA({ liquidity, sqrtPrice, sqrtMaxPrice }: DammPoolState, amountIn: bigint): CurveStep | CurveError {
  if (liquidity === 0n || sqrtPrice === 0n) {
    return 'MathOverflow';
  }
  const nextSqrtPrice = sqrtPrice + (amountIn << 128n) / liquidity;
  return nextSqrtPrice > sqrtMaxPrice
    ? 'PriceRangeViolation'
    : { out: (liquidity * (nextSqrtPrice - sqrtPrice)) / (sqrtPrice * nextSqrtPrice), nextSqrtPrice };
}

/** Swaps in a compounding pool. Such a pool keeps the product of its two amounts constant and has no price range. */
function swapByProduct(
  { amounts, sqrtPrice }: DammPoolState,
  buysA: boolean,
  amountIn: bigint,
): CurveStep | CurveError {
  const [reserveIn, reserveOut] = buysA ? [amounts[1], amounts[0]] : amounts;
  const newReserveIn = reserveIn + amountIn;
  if (newReserveIn > maxU64 || newReserveIn === 0n) {
    return 'MathOverflow';
  }
  return { out: (reserveOut * amountIn) / newReserveIn, nextSqrtPrice: sqrtPrice };
}
