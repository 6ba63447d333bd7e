import { signNotification } from '@assay/client/webhook';

/** The content of a notification. */
export type WatchNotification = {
  /** The event `watch.test` tells receivers that nothing changed. */
  readonly event: 'watch.fired' | 'watch.test';
  readonly watchId: string;
  readonly type: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** The verified datum. Empty in a test. */
  readonly value: Readonly<Record<string, unknown>>;
  /** `tr_` and 32 hex digits. */
  readonly traceId: string;
  readonly firedAt: Date;
};

/**
 * Returns the body of a notification: canonical JSON with its signature. The webhook must receive exactly this text.
 * Throws a TypeError that names the path of a value without a canonical form.
 */
export function notificationBody(notification: WatchNotification, secret: string): string {
  return signNotification(
    {
      event: notification.event,
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
