import { Fault } from '@assay/faults/faults';
import { z } from 'zod';
import { accountRoute } from '../../route.ts';

const digitsPattern = /^[0-9a-f]{4,32}$/;
const pageSize = 200;
/** The search reads this many pages, so that it takes less than a second. */
const maxPages = 10;

/** The requests whose trace id ends with the digits, newest first. */
export type FoundRequestsView = {
  readonly traceIds: readonly string[];
  /** Number of requests that the search read: the newest ones, at most 2,000. */
  readonly searched: number;
};

export default accountRoute({
  method: 'GET',
  path: '/requests/ending/:digits',
  maxInFlight: 2,
  input: z.strictObject({}),
  run: async ({ membership, pathParams, context }, { engine }): Promise<FoundRequestsView> => {
    const digits = pathParams['digits'] ?? '';
    if (!digitsPattern.test(digits)) {
      throw new Fault('INVALID_PARAM', 'digits: must be 4 to 32 lowercase hex digits, the end of a trace id');
    }
    const traceIds = new Set<string>();
    let searched = 0;
    let cursor = '';
    for (let page = 0; page < maxPages; page += 1) {
      const request = { account_id: membership.accountId, page_size: pageSize, cursor };
      const { decisions, next_cursor: nextCursor } = await engine.ListDecisions(request, context);
      searched += decisions.length;
      decisions
        .filter(({ trace_id: traceId }) => traceId.endsWith(digits))
        .forEach(({ trace_id: traceId }) => traceIds.add(`tr_${traceId}`));
      if (nextCursor === '' || traceIds.size > 1) {
        break;
      }
      cursor = nextCursor;
    }
    return { traceIds: [...traceIds], searched };
  },
});
