import { Fault } from '@assay/faults/faults';
import type { Delivery__Output } from '@assay/rpc/gen/assay/watch/v1/Delivery';
import { z } from 'zod';
import { accountRoute } from '../../route.ts';

const traceIdPattern = /^tr_([0-9a-f]{32})$/;

/** The outcome of the verification that a watch started, and the notification if the watch service sent one. */
export type NotificationView = {
  readonly watchId: string;
  /** Empty while the delivery is in flight. */
  readonly outcome: string;
  readonly httpStatus: number | null;
  readonly error: string | null;
  /** The time at which the notification was sent, in ISO 8601. Null when nothing was sent. */
  readonly sentAt: string | null;
};

/** The notification of the decision with a trace id. Null when no watch caused the decision. */
export type FoundNotificationView = { readonly notification: NotificationView | null };

export default accountRoute({
  method: 'GET',
  path: '/requests/:trace/notification',
  input: z.strictObject({}),
  run: async ({ membership, pathParams, context }, { watches }): Promise<FoundNotificationView> => {
    const traceId = traceIdPattern.exec(pathParams['trace'] ?? '')?.[1];
    if (traceId === undefined) {
      throw new Fault(
        'NOT_FOUND',
        'a trace id is tr_ and 32 lowercase hex digits, as in the traceId of a notification',
      );
    }
    const request = { account_id: membership.accountId, trace_id: traceId };
    const { delivery } = await watches.GetAccountDelivery(request, context);
    return { notification: delivery === null ? null : viewOf(delivery) };
  },
});

function viewOf(delivery: Delivery__Output): NotificationView {
  return {
    watchId: delivery.watch_id,
    outcome: delivery.outcome,
    httpStatus: delivery.http_status || null,
    error: delivery.error || null,
    sentAt: delivery.sent_at || null,
  };
}
