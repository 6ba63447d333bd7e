import { defineRoute } from '../../route.ts';
import { assetReply, caching } from '../../http/static-assets.ts';

export default defineRoute({
  method: 'GET',
  path: '/v1/openapi.json',
  needsKey: false,
  isPublicDocument: true,
  document: null,
  prepare: ({ headers }, { openApi }) => ({
    run: async () => assetReply(openApi, headers, caching.revalidated),
  }),
});
