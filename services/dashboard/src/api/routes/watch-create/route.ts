import { newWatchBody } from '@assay/catalog/bodies/new-watch';
import { loadCatalog } from '@assay/catalog/catalog';
import { Fault } from '@assay/faults/faults';
import { z } from 'zod';
import { accountRoute } from '../../route.ts';
import { watchView, type WatchView } from '../../watch-view.ts';

/** A new watch with the secret of its notifications. No other response contains the secret. */
export type CreatedWatchView = { readonly watch: WatchView; readonly webhookSecret: string };

export default accountRoute({
  method: 'POST',
  path: '/watches',
  // The watch service validates the fields again, because its catalog is authoritative.
  input: newWatchBody(await loadCatalog()).extend({
    /** Requests with the same id create one watch. */
    operationId: z.uuid().optional(),
  }),
  run: async ({ membership, input: { operationId, ...body }, context }, { watches }): Promise<CreatedWatchView> => {
    const creationId = operationId === undefined ? '' : `dashboard:${membership.accountId}:${operationId}`;
    const request = { account_id: membership.accountId, body_json: JSON.stringify(body), creation_id: creationId };
    const { watch, webhook_secret: webhookSecret } = await watches.CreateWatch(request, context);
    if (watch === null) {
      throw new Fault('INTERNAL', undefined, { cause: 'the watch service returned no watch' });
    }
    return { watch: watchView(watch), webhookSecret };
  },
});
