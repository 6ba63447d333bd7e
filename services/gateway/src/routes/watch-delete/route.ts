import { Fault } from '@assay/faults/faults';
import { defineRoute } from '../../route.ts';

export default defineRoute({
  method: 'DELETE',
  path: '/v1/watch/{id}',
  needsKey: true,
  document: {
    id: 'deleteWatch',
    summary: 'Delete a watch',
    description: 'Deletes a watch of the account, so that it sends no further notifications. The request is free.',
    responses: { 204: { description: 'The watch is deleted.' } },
    faults: ['NOT_FOUND'],
  },
  prepare: ({ pathParams }, { watches }) => ({
    run: async (call, { accountId }) => {
      const request = { account_id: accountId, watch_id: pathParams['id'] ?? '' };
      const { deleted } = await watches.DeleteWatch(request, call.context);
      if (!deleted) {
        throw new Fault(
          'NOT_FOUND',
          'no watch with that id belongs to this account; GET /v1/watch lists the watches of the account',
        );
      }
      return { status: 204, body: '' };
    },
  }),
});
