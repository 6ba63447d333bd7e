/**
 * Limits of the deliveries of one account that end without a charge, per minute and over all replicas. Further triggers
 * are deferred, and the latest change of each watch is delivered when the share allows it.
 */
export type AccountShare = {
  /** Maximum number of verifications without a notification. */
  readonly maxUnpaid: number;
  /** Maximum number of notifications that the webhooks did not receive. */
  readonly maxFailed: number;
  /**
   * Maximum number of notifications on one day (UTC) that the webhooks did not receive. Beyond it, a watch waits if its
   * last attempt failed or if it never received a notification.
   */
  readonly maxFailedToday: number;
};
