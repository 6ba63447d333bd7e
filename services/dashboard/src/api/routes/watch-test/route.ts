import { rootContext } from '@assay/rpc/context';
import { z } from 'zod';
import { accountRoute } from '../../route.ts';

/** A webhook may take ten seconds to answer, so this call has more time than the others. */
const timeoutMs = 13_000;

/** What the webhook answered to a test notification. */
export type WatchTestView = {
  /** Whether it answered with a 2xx status. */
  readonly received: boolean;
  readonly httpStatus: number | null;
  readonly error: string | null;
};

export default accountRoute({
  method: 'POST',
  path: '/watches/:watch/test',
  input: z.strictObject({}),
  run: async ({ membership, pathParams }, { watches }): Promise<WatchTestView> => {
    const request = { account_id: membership.accountId, watch_id: pathParams['watch'] ?? '' };
    const {
      received,
      http_status: httpStatus,
      error,
    } = await watches.SendTestNotification(request, rootContext(timeoutMs));
    return { received, httpStatus: httpStatus || null, error: error || null };
  },
});
