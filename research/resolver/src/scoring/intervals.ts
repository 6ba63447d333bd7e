/** A share with the ends of its interval, all from 0 to 1. They are NaN for a share of nothing. */
export type Interval = { readonly share: number; readonly low: number; readonly high: number };

/** The quantile of the normal distribution for an interval that holds the true share in 95 of 100 samples. */
const z95 = 1.959_964;

/**
 * Returns the share `count / of` with its 95% interval by Wilson. The interval treats questions as independent, so the
 * spread between authors must be stated beside it.
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
