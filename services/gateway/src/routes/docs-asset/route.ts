import { docsReply } from '../../docs/docs-reply.ts';
import { defineRoute } from '../../route.ts';
import { assetReply, caching } from '../../http/static-assets.ts';
import { explorerAssets } from '../docs-api/assets.ts';

const versionedName = /^([0-9a-f]{16})\.(.+)$/;

/** The pages and files below /docs: those of the docs site, and the assets of the API explorer. */
export default defineRoute({
  method: 'GET',
  path: '/docs/{path*}',
  needsKey: false,
  document: null,
  prepare: ({ pathParams, headers }, { docsSite }) => {
    const path = pathParams['path'] ?? '';
    const [, version, versioned] = versionedName.exec(path) ?? [];
    const asset = explorerAssets.get(versioned ?? path);
    if (asset === undefined) {
      const reply = docsReply(docsSite, path, headers);
      return { run: async () => reply };
    }
    // During an update, a page of the older version may request an asset of that version. It gets the asset of this
    // version, which caches store only for a short time.
    const cacheControl = version === asset.version ? caching.immutable : caching.brief;
    return { run: async () => assetReply(asset, headers, cacheControl) };
  },
});
