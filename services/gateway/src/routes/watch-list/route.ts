import { defineRoute } from '../../route.ts';
import { watchesBody, watchJson } from '../../answers/watch-record.ts';

export default defineRoute({
  method: 'GET',
  path: '/v1/watch',
  needsKey: true,
  document: {
    id: 'listWatches',
    summary: "List the account's watches",
    description: 'Lists the watches of the account, oldest first, without their secrets. The request is free.',
    responses: { 200: { description: 'All watches of the account.', schema: watchesBody } },
    faults: [],
  },
  prepare: (_input, { watches }) => ({
    run: async (call, { accountId }) => {
      const listed = await watches.ListWatches({ account_id: accountId }, call.context);
      return { status: 200, body: `{"watches":[${listed.watches.map((watch) => watchJson(watch)).join(',')}]}` };
    },
  }),
});
