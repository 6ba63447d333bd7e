import { rootContext } from '@assay/rpc/context';
import { z } from 'zod';
import { accountRoute } from '../../route.ts';

/** Time limit of the call. A webhook may take ten seconds to respond, so the limit is longer than for other calls. */
const timeoutMs = 13_000;

/** The response of a webhook to a test notification. */
export type WatchTestView = {
  /** Whether the webhook responded with a 2xx status. */
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
