/**
 * The number of deliveries of one account that may end without a charge in a minute, over all replicas. Further triggers
 * are deferred, and the latest change of each watch is delivered when the share allows.
 */
export type AccountShare = {
  /** Maximum number of verifications that are followed by no notification. */
  readonly maxUnpaid: number;
  /** Maximum number of notifications that their webhooks do not receive. */
  readonly maxFailed: number;
  /**
   * Maximum number of such notifications in a day, in UTC. Beyond it watches wait whose last attempt failed, or that never
   * received a notification.
   */
  readonly maxFailedToday: number;
};
