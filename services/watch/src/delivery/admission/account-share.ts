/**
 * The share of an account: how many of its deliveries may end without a charge, per minute and over all replicas
 * together. When the share is exhausted, further triggers are deferred. The latest change of each watch is delivered
 * once the share allows it.
 */
export type AccountShare = {
  /** Maximum number of verifications without a notification. */
  readonly maxUnpaid: number;
  /** Maximum number of notifications that the webhooks did not receive. */
  readonly maxFailed: number;
  /**
   * Maximum number of notifications on one day (UTC) that the webhooks did not receive. Beyond it, a watch waits if its
   * last attempt failed or if its webhook never received a notification.
   */
  readonly maxFailedToday: number;
};
