import { Fault } from '@assay/faults/faults';
import type { Delivery } from '@assay/rpc/gen/assay/watch/v1/Delivery';
import type { WatchServiceDefinition } from '@assay/rpc/gen/assay/watch/v1/WatchService';
import type { ServiceHandlers } from '@assay/rpc/methods';
import { decodeCursor, pageOf, pageSizeOf, timePattern } from '@assay/storage/page';
import type { DeliveryPosition, DeliveryRecords, DeliveryRow } from './claim/delivery-records.ts';
import { sendTestNotification, type TestNotificationPorts } from './test-notification.ts';

const traceIdPattern = /^[0-9a-f]{32}$/;
const printablePattern = /^[\u0020-\u007e]{1,200}$/;

/**
 * Creates the handlers of GetDelivery (for `assay trace`), GetAccountDelivery, ListDeliveries and SendTestNotification.
 * They refuse a malformed field with INVALID_PARAM.
 */
export function deliveryHandlers(
  records: Pick<DeliveryRecords, 'find' | 'findOwned' | 'list'>,
  tests: TestNotificationPorts,
): Pick<
  ServiceHandlers<WatchServiceDefinition>,
  'GetDelivery' | 'GetAccountDelivery' | 'ListDeliveries' | 'SendTestNotification'
> {
  return {
    GetDelivery: async ({ trace_id: traceId }) => {
      requireTraceId(traceId);
      const row = await records.find(traceId);
      return { delivery: row === undefined ? null : deliveryOf(row) };
    },
    GetAccountDelivery: async ({ account_id: accountId, trace_id: traceId }) => {
      requireAccount(accountId);
      requireTraceId(traceId);
      const row = await records.findOwned(accountId, traceId);
      return { delivery: row === undefined ? null : deliveryOf(row) };
    },
    ListDeliveries: async ({ account_id: accountId, watch_id: watchId, page_size: pageSize, cursor }) => {
      requireAccount(accountId);
      const size = pageSizeOf(pageSize);
      const after = positionOf(cursor);
      // The database would fail for text with a NUL character, and no id has one.
      const listed = printablePattern.test(watchId) ? await records.list({ accountId, watchId }, after, size + 1) : [];
      const { rows, nextCursor } = pageOf(listed, size, (row) => [row.position_at, row.trigger_id]);
      return { deliveries: rows.map(deliveryOf), next_cursor: nextCursor };
    },
    SendTestNotification: (request, context) => {
      requireAccount(request.account_id);
      if (!printablePattern.test(request.watch_id)) {
        throw new Fault('NOT_FOUND', 'the account has no watch with this id');
      }
      return sendTestNotification(tests, request, context);
    },
  };
}

function requireTraceId(traceId: string): void {
  if (!traceIdPattern.test(traceId)) {
    throw new Fault('INVALID_PARAM', 'trace_id must be 32 lowercase hex digits');
  }
}

function requireAccount(accountId: string): void {
  if (accountId === '') {
    throw new Fault('INTERNAL', undefined, { cause: new Error('the call names no account') });
  }
}

function positionOf(cursor: string): DeliveryPosition | undefined {
  const key = decodeCursor(cursor, [timePattern, printablePattern]);
  return key === undefined ? undefined : { takenAt: key[0] ?? '', triggerId: key[1] ?? '' };
}

function deliveryOf(row: DeliveryRow): Delivery {
  return {
    watch_id: row.watch_id,
    trigger_id: row.trigger_id,
    trace_id: row.trace_id,
    state: row.state,
    outcome: row.outcome ?? '',
    http_status: row.http_status ?? 0,
    error: row.error ?? '',
    taken_at: row.taken_at.toISOString(),
    sent_at: row.sent_at?.toISOString() ?? '',
    ended_at: row.ended_at?.toISOString() ?? '',
  };
}
