import { Fault } from '@assay/faults/faults';
import { z } from 'zod';
import { accountRoute } from '../../route.ts';

export default accountRoute({
  method: 'DELETE',
  path: '/watches/:watch',
  input: z.strictObject({}),
  run: async ({ membership, pathParams, context }, { watches }): Promise<{ readonly deleted: true }> => {
    const request = { account_id: membership.accountId, watch_id: pathParams['watch'] ?? '' };
    const { deleted } = await watches.DeleteWatch(request, context);
    if (!deleted) {
      throw new Fault('NOT_FOUND', 'the account has no watch with this id');
    }
    return { deleted: true };
  },
});
