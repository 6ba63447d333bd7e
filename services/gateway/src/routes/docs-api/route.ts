import { defineRoute } from '../../route.ts';
import { assetReply, caching, prepareAsset } from '../../http/static-assets.ts';
import { contentSecurityPolicy } from '../../docs/docs-site.ts';
import { explorerAssetUrl } from './assets.ts';

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>API explorer | Assay</title>
    <link rel="icon" type="image/svg+xml" href="/docs/favicon.svg">
    <link rel="stylesheet" href="${explorerAssetUrl('swagger-ui.css')}">
    <script defer src="${explorerAssetUrl('swagger-ui-bundle.js')}"></script>
    <script defer src="${explorerAssetUrl('start.js')}"></script>
  </head>
  <body>
    <noscript>This page needs JavaScript; the same document is at <a href="/v1/openapi.json">/v1/openapi.json</a>.</noscript>
    <p><a href="/docs">Assay documentation</a></p>
    <main id="reference"></main>
  </body>
</html>
`;

const asset = await prepareAsset(Buffer.from(page), 'text/html; charset=utf-8');

export default defineRoute({
  method: 'GET',
  path: '/docs/api',
  needsKey: false,
  document: null,
  prepare: ({ headers }) => ({
    run: async () =>
      assetReply(asset, headers, caching.revalidated, { 'content-security-policy': contentSecurityPolicy([]) }),
  }),
});
