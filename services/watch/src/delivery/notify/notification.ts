import { signNotification } from '@assay/client/webhook';

/** What a notification says. */
export type Notification = {
  readonly watchId: string;
  readonly type: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** The datum as it was verified. */
  readonly value: Readonly<Record<string, unknown>>;
  /** `tr_` and 32 hex digits. */
  readonly traceId: string;
  readonly firedAt: Date;
};

/**
 * Writes the body of a notification: canonical JSON with its signature inside. These are the bytes to send as they are.
 * Throws a TypeError naming the place when the datum holds something that has no canonical form.
 */
export function notificationBody(notification: Notification, secret: string): string {
  return signNotification(
    {
      event: 'watch.fired',
      watchId: notification.watchId,
      type: notification.type,
      params: notification.params,
      value: notification.value,
      traceId: notification.traceId,
      firedAt: notification.firedAt.toISOString(),
    },
    secret,
  );
}
