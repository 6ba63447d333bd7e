import { signNotification } from '@assay/client/webhooks';
import { creditsText } from '@assay/metering/credits';
import type { DeliveredAnswer } from '@assay/rpc/verified-answer';

/** The facts of a delivered answer from which the verification block of a notification is made. */
export type VerificationFacts = Pick<DeliveredAnswer, 'level' | 'origin' | 'source' | 'source_cost_micros'>;

/** The content of a notification. */
export type WatchNotification = {
  /** The event `watch.test` tells receivers that nothing changed. */
  readonly event: 'watch.fired' | 'watch.test';
  readonly watchId: string;
  readonly type: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** The verified datum. Empty in a test. */
  readonly value: Readonly<Record<string, unknown>>;
  /** Absent in a test, because a test verifies nothing. */
  readonly verification?: VerificationFacts;
  /** `tr_` and 32 hex digits. */
  readonly traceId: string;
  readonly firedAt: Date;
};

/**
 * Returns the body of a notification: canonical JSON with its signature. The webhook must receive exactly this text.
 * Throws a TypeError that names the path of a value without a canonical form.
 */
export function notificationBody(notification: WatchNotification, secret: string): string {
  const { traceId, verification } = notification;
  return signNotification(
    {
      event: notification.event,
      watchId: notification.watchId,
      type: notification.type,
      params: notification.params,
      value: notification.value,
      ...(verification === undefined ? {} : { verification: verificationBlock(verification, traceId) }),
      traceId,
      firedAt: notification.firedAt.toISOString(),
    },
    secret,
  );
}

/** Returns the verification block in the same form as in the answer to a direct call. */
function verificationBlock(
  { level, origin, source, source_cost_micros: costMicros }: VerificationFacts,
  traceId: string,
): Readonly<Record<string, string>> {
  return { level, origin, source, cost: creditsText(BigInt(costMicros)), traceId };
}
