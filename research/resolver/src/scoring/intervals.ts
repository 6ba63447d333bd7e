/** A share with the bounds of its interval, all from 0 to 1. All three are NaN if there are no items to count. */
export type Interval = { readonly share: number; readonly low: number; readonly high: number };

/** Quantile of the normal distribution for a 95% interval. */
const z95 = 1.959_964;

/**
 * Returns the share `count / of` with its 95% Wilson interval. The interval assumes that questions are independent, so
 * reports must also state the spread between authors.
 */
export function intervalOf(count: number, of: number): Interval {
  if (of === 0) {
    return { share: Number.NaN, low: Number.NaN, high: Number.NaN };
  }
  const share = count / of;
  const squared = z95 ** 2;
  const middle = share + squared / (2 * of);
  const half = z95 * Math.sqrt((share * (1 - share)) / of + squared / (4 * of ** 2));
  const scale = 1 + squared / of;
  return { share, low: Math.max(0, (middle - half) / scale), high: Math.min(1, (middle + half) / scale) };
}
