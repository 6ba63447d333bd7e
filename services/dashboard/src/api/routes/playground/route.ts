import { z } from 'zod';
import type { PlaygroundView } from '../../../playground/call.ts';
import { accountRoute } from '../../route.ts';

export default accountRoute({
  method: 'POST',
  path: '/playground',
  input: z.strictObject({
    path: z.enum(['/v1/ask', '/v1/get_data', '/v1/gate']),
    body: z.record(z.string(), z.unknown()),
    /** Requests with the same id run and charge a single call. */
    operationId: z.uuid().optional(),
  }),
  run: ({ membership, input, context }, { playground }): Promise<PlaygroundView> =>
    playground(membership.accountId, input, context),
});
