import { Fault } from '@assay/faults/faults';
import type { WatchServiceDefinition } from '@assay/rpc/gen/assay/watch/v1/WatchService';
import type { ServiceHandlers } from '@assay/rpc/methods';
import type { DeliveryRecords } from './claim/delivery-records.ts';

const traceIdPattern = /^[0-9a-f]{32}$/;

/** Creates the handler of GetDelivery, which `assay trace` calls. It refuses a malformed trace id as INVALID_PARAM. */
export function deliveryHandlers(
  records: Pick<DeliveryRecords, 'find'>,
): Pick<ServiceHandlers<WatchServiceDefinition>, 'GetDelivery'> {
  return {
    GetDelivery: async ({ trace_id: traceId }) => {
      if (!traceIdPattern.test(traceId)) {
        throw new Fault('INVALID_PARAM', 'trace_id must be 32 lowercase hex digits');
      }
      const row = await records.find(traceId);
      if (row === undefined) {
        return { delivery: null };
      }
      return {
        delivery: {
          ...row,
          outcome: row.outcome ?? '',
          http_status: row.http_status ?? 0,
          error: row.error ?? '',
          taken_at: row.taken_at.toISOString(),
          sent_at: row.sent_at?.toISOString() ?? '',
          ended_at: row.ended_at?.toISOString() ?? '',
        },
      };
    },
  };
}
