import { z } from 'zod';
import { pageQuery, rowsPerPage } from '../../paging.ts';
import { accountRoute } from '../../route.ts';

/** One delivery of a watch. Times are ISO 8601, and null when the event did not happen. */
export type DeliveryView = {
  readonly traceId: string;
  readonly state: string;
  readonly outcome: string;
  readonly httpStatus: number | null;
  readonly error: string | null;
  readonly takenAt: string;
  readonly sentAt: string | null;
  readonly endedAt: string | null;
};

/** A page of deliveries, newest first. */
export type DeliveriesView = { readonly deliveries: readonly DeliveryView[]; readonly nextCursor: string };

export default accountRoute({
  method: 'GET',
  path: '/watches/:watch/deliveries',
  input: z.strictObject({ cursor: pageQuery.cursor }),
  run: async ({ membership, pathParams, input, context }, { watches }): Promise<DeliveriesView> => {
    const page = await watches.ListDeliveries(
      {
        account_id: membership.accountId,
        watch_id: pathParams['watch'] ?? '',
        page_size: rowsPerPage,
        cursor: input.cursor,
      },
      context,
    );
    return {
      deliveries: page.deliveries.map((each) => ({
        traceId: each.trace_id === '' ? '' : `tr_${each.trace_id}`,
        state: each.state,
        outcome: each.outcome,
        httpStatus: each.http_status || null,
        error: each.error || null,
        takenAt: each.taken_at,
        sentAt: each.sent_at || null,
        endedAt: each.ended_at || null,
      })),
      nextCursor: page.next_cursor,
    };
  },
});
