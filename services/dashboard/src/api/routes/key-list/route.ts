import { z } from 'zod';
import { keyView, type KeyView } from '../../key-view.ts';
import { accountRoute } from '../../route.ts';

/** The keys of an account, newest first. */
export type KeysView = { readonly keys: readonly KeyView[] };

export default accountRoute({
  method: 'GET',
  path: '/keys',
  input: z.strictObject({}),
  run: async ({ membership, context }, { billing }): Promise<KeysView> => {
    const { keys } = await billing.ListKeys({ account_id: membership.accountId }, context);
    return { keys: keys.map(keyView) };
  },
});
