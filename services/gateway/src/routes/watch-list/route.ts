import { Fault } from '@assay/faults/faults';
import { watchesBody, watchJson } from '../../answers/watch-record.ts';
import { defineRoute } from '../../route.ts';

const maxLimit = 200;
const cursorRule = 'must be the nextCursor of an earlier page; leave it out for the first page';

export default defineRoute({
  method: 'GET',
  path: '/v1/watch',
  needsKey: true,
  query: {
    limit: {
      description: 'Maximum number of watches in the response. Without limit and cursor, the response has all watches.',
      schema: { type: 'integer', minimum: 1, maximum: maxLimit },
      isValid: (text) => /^[1-9]\d{0,2}$/.test(text) && Number(text) <= maxLimit,
      rule: `must be a whole number from 1 to ${maxLimit}`,
    },
    cursor: {
      description: 'The nextCursor of an earlier page. A page has 50 watches unless limit says otherwise.',
      schema: { type: 'string' },
      isValid: (text) => /^[\w-]{1,1000}$/.test(text),
      rule: cursorRule,
    },
  },
  document: {
    id: 'listWatches',
    summary: "List the account's watches",
    description:
      'Lists the watches of the account, oldest first, without their secrets: all of them, or one page. The order is stable: a watch that is created or deleted between two pages moves no other watch. The request is free.',
    responses: { 200: { description: 'The watches of the account, or one page of them.', schema: watchesBody } },
    faults: [],
  },
  prepare: ({ query: { limit, cursor } }, { watches }) => {
    const page =
      limit === undefined && cursor === undefined ? {} : { page_size: Number(limit ?? 0), cursor: cursor ?? '' };
    return {
      run: async (call, { accountId }) => {
        const listed = await watches.ListWatches({ account_id: accountId, ...page }, call.context).catch(cursorFault);
        const records = listed.watches.map((watch) => watchJson(watch)).join(',');
        const nextCursor = JSON.stringify(listed.next_cursor || null);
        return { status: 200, body: `{"watches":[${records}],"nextCursor":${nextCursor}}` };
      },
    };
  },
});

/**
 * Throws the watch service's fault for an unreadable cursor with a message that fits this operation. Rethrows other
 * errors.
 */
function cursorFault(thrown: unknown): never {
  if (thrown instanceof Fault && thrown.code === 'INVALID_PARAM') {
    throw new Fault('INVALID_PARAM', `"cursor" ${cursorRule}`, { extra: { param: 'cursor' }, cause: thrown });
  }
  throw thrown;
}
