import { defineRoute } from '../../route.ts';
import { assetReply, caching, prepareAsset } from '../../static-assets.ts';
import { docsAssetUrl } from '../docs-asset/assets.ts';

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Assay API</title>
    <link rel="icon" type="image/png" href="${docsAssetUrl('favicon-32x32.png')}">
    <link rel="stylesheet" href="${docsAssetUrl('swagger-ui.css')}">
    <script defer src="${docsAssetUrl('swagger-ui-bundle.js')}"></script>
    <script defer src="${docsAssetUrl('start.js')}"></script>
  </head>
  <body>
    <noscript>This page needs JavaScript; the same document is at <a href="/v1/openapi.json">/v1/openapi.json</a>.</noscript>
    <main id="reference"></main>
  </body>
</html>
`;

// swagger-ui sets style attributes and draws its icons as data: images. Scripts come from this origin only.
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const asset = await prepareAsset(Buffer.from(page), 'text/html; charset=utf-8');

export default defineRoute({
  method: 'GET',
  path: '/docs',
  needsKey: false,
  document: null,
  prepare: ({ headers }) => ({
    run: async () =>
      assetReply(asset, headers, caching.revalidated, { 'content-security-policy': contentSecurityPolicy }),
  }),
});
