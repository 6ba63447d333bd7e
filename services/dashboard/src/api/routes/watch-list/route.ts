import { z } from 'zod';
import { accountRoute } from '../../route.ts';
import { watchView, type WatchView } from '../../watch-view.ts';

/** The watches of an account, newest first. */
export type WatchesView = { readonly watches: readonly WatchView[] };

export default accountRoute({
  method: 'GET',
  path: '/watches',
  input: z.strictObject({}),
  run: async ({ membership, context }, { watches }): Promise<WatchesView> => {
    const listed = await watches.ListWatches({ account_id: membership.accountId }, context);
    return { watches: listed.watches.map(watchView).toReversed() };
  },
});
