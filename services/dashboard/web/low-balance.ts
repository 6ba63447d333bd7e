/** Number of days for which a balance should be enough. */
export const lowBalanceDays = 3;

/**
 * Returns whether a balance lasts for less than three days at the recent rate of spending. When nothing was spent, no
 * balance counts as low. Amounts are in micro-credits.
 */
export function isLowBalance(balanceMicros: bigint, spentMicros: bigint, spentInDays: number): boolean {
  return spentMicros > 0n && balanceMicros * BigInt(spentInDays) < spentMicros * BigInt(lowBalanceDays);
}
