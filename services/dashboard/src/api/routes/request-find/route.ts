import { z } from 'zod';
import { accountRoute } from '../../route.ts';

/** The requests whose trace id begins or ends with the digits that the person searched for, newest first. */
export type FoundRequestsView = {
  readonly traceIds: readonly string[];
  /** Whether the account has more such requests. */
  readonly hasMore: boolean;
};

export default accountRoute({
  method: 'GET',
  path: '/requests/with-digits/:digits',
  maxInFlight: 2,
  input: z.strictObject({}),
  run: async ({ membership, pathParams, context }, { engine }): Promise<FoundRequestsView> => {
    const request = { account_id: membership.accountId, digits: pathParams['digits'] ?? '' };
    const found = await engine.FindTraces(request, context);
    return { traceIds: found.trace_ids.map((traceId) => `tr_${traceId}`), hasMore: found.has_more };
  },
});
