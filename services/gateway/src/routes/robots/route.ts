import { caching } from '../../http/static-assets.ts';
import { defineRoute } from '../../route.ts';

/** Crawlers may read the public documents. The API needs a key, so they would only get errors there. */
const rules = `User-agent: *
Allow: /v1/openapi.json
Disallow: /v1/
Disallow: /mcp
`;

/** Tells crawlers which paths to read (RFC 9309). */
export default defineRoute({
  method: 'GET',
  path: '/robots.txt',
  needsKey: false,
  isPublicDocument: true,
  document: null,
  prepare: () => ({
    run: async () => ({
      status: 200,
      body: rules,
      contentType: 'text/plain; charset=utf-8',
      headers: { 'cache-control': caching.brief },
    }),
  }),
});
