/**
 * Returns a quantile of some values, by the nearest rank.
 * @param share which quantile, from 0 (the smallest value) to 1 (the largest).
 */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
