import { z } from 'zod';
import { accountRoute } from '../../route.ts';

export default accountRoute({
  method: 'DELETE',
  path: '/keys/:key',
  ownersOnly: true,
  input: z.strictObject({}),
  run: async ({ membership, pathParams, context }, { billing }): Promise<{ readonly revokedAt: string }> => {
    const request = { account_id: membership.accountId, key_id: pathParams['key'] ?? '' };
    const { record } = await billing.RevokeAccountKey(request, context);
    return { revokedAt: record?.revoked_at ?? '' };
  },
});
