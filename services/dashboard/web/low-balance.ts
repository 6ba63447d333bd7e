/** Days for which a balance should last. */
export const lowBalanceDays = 3;

/**
 * Returns whether a balance lasts for less than three days at the rate of the last days. Without spending no balance is low.
 * Amounts are micro-credits.
 */
export function isLowBalance(balanceMicros: bigint, spentMicros: bigint, spentInDays: number): boolean {
  return spentMicros > 0n && balanceMicros * BigInt(spentInDays) < spentMicros * BigInt(lowBalanceDays);
}
