import { ProblemError } from '../outcome.ts';

/** The largest token amount there is. */
export const maximumAmount = (1n << 64n) - 1n;
const maximumWide = (1n << 128n) - 1n;

/** Divides upwards. Both have to be zero or more, the divisor more than zero. */
export function divideUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor;
}

/** Gives `value`, or stops with `overflow` where the program's 64-bit amount would not hold it. */
export function amount(value: bigint, what: string, programError?: number): bigint {
  if (value < 0n || value > maximumAmount) {
    throw new ProblemError('overflow', `${what} does not fit into 64 bits`, programError);
  }
  return value;
}

/** Gives `value`, or stops with `overflow` where the program's 128-bit arithmetic would not hold it. */
export function wide(value: bigint, what: string, programError?: number): bigint {
  if (value < 0n || value > maximumWide) {
    throw new ProblemError('overflow', `${what} does not fit into 128 bits`, programError);
  }
  return value;
}
