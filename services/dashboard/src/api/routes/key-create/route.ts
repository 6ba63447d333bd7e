import { Fault } from '@assay/faults/faults';
import { z } from 'zod';
import { keyView, type KeyView } from '../../key-view.ts';
import { accountRoute } from '../../route.ts';

/** A new key. No other response contains it. */
export type CreatedKeyView = { readonly key: string; readonly record: KeyView };

export default accountRoute({
  method: 'POST',
  path: '/keys',
  ownersOnly: true,
  input: z.strictObject({
    name: z.string().trim().min(1, 'must not be empty').max(100, 'must have at most 100 characters'),
    /** Requests with the same id create a single key. Each response contains it. */
    operationId: z.uuid().optional(),
  }),
  run: async ({ membership, input, context }, { billing }): Promise<CreatedKeyView> => {
    const operationId = input.operationId === undefined ? '' : `dashboard:${input.operationId}`;
    const request = { account_id: membership.accountId, name: input.name, operation_id: operationId };
    const { key, record } = await billing.CreateAccountKey(request, context);
    if (record === null) {
      throw new Fault('INTERNAL', undefined, { cause: 'billing returned no record of a new key' });
    }
    return { key, record: keyView(record) };
  },
});
