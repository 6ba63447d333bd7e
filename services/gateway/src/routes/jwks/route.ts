import { defineRoute } from '../../route.ts';
import { caching } from '../../http/static-assets.ts';

export default defineRoute({
  method: 'GET',
  path: '/.well-known/jwks.json',
  needsKey: false,
  isPublicDocument: true,
  document: null,
  prepare: (_input, { publicKeys }) => ({
    run: async () => ({
      status: 200,
      body: JSON.stringify({ keys: publicKeys }),
      contentType: 'application/jwk-set+json',
      headers: { 'cache-control': caching.brief },
    }),
  }),
});
