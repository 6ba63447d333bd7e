import { Fault } from '@assay/faults/faults';
import { z } from 'zod';
import { keyView, type KeyView } from '../../key-view.ts';
import { accountRoute } from '../../route.ts';

/** A new key that replaces another one. No other response contains the new key. */
export type RotatedKeyView = {
  readonly key: string;
  readonly record: KeyView;
  /** The replaced key, with the time at which it stops working. */
  readonly replaced: KeyView;
};

export default accountRoute({
  method: 'POST',
  path: '/keys/:key/rotate',
  ownersOnly: true,
  input: z.strictObject({
    /** Seconds for which the replaced key still works. */
    overlapSeconds: z.number().int().min(60, 'must be at least 60').max(2_592_000, 'must be at most 2592000'),
    /** Requests with the same id create a single key. Each response contains it. */
    operationId: z.uuid().optional(),
  }),
  run: async ({ membership, pathParams, input, context }, { billing }): Promise<RotatedKeyView> => {
    const request = {
      account_id: membership.accountId,
      key_id: pathParams['key'] ?? '',
      overlap_seconds: input.overlapSeconds,
      operation_id: input.operationId === undefined ? '' : `dashboard:${input.operationId}`,
    };
    const { key, record, replaced } = await billing.RotateAccountKey(request, context);
    if (record === null || replaced === null) {
      throw new Fault('INTERNAL', undefined, { cause: 'billing returned no record of a rotated key' });
    }
    return { key, record: keyView(record), replaced: keyView(replaced) };
  },
});
