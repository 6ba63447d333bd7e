import { ProblemError } from './outcome.ts';

/** The largest token amount, 2^64 - 1. */
export const maximumAmount = (1n << 64n) - 1n;
const maximumWide = (1n << 128n) - 1n;

/** Returns the quotient rounded up. The dividend must be at least zero and the divisor above zero. */
export function divideUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor;
}

/** Returns `value`. Throws ProblemError `overflow` when `value` does not fit into the program's 64-bit amount. */
export function checkedUint64(value: bigint, quantity: string, programError?: number): bigint {
  if (value < 0n || value > maximumAmount) {
    throw new ProblemError('overflow', `${quantity} does not fit into 64 bits`, programError);
  }
  return value;
}

/** Returns `value`. Throws ProblemError `overflow` when `value` does not fit into the program's 128-bit arithmetic. */
export function checkedUint128(value: bigint, quantity: string, programError?: number): bigint {
  if (value < 0n || value > maximumWide) {
    throw new ProblemError('overflow', `${quantity} does not fit into 128 bits`, programError);
  }
  return value;
}
