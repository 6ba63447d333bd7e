import { Fault } from '@assay/faults/faults';
import { defineRoute } from '../../route.ts';
import { assetReply, caching } from '../../static-assets.ts';
import { docsAssets } from './assets.ts';

const versionedName = /^([0-9a-f]{16})\.(.+)$/;

export default defineRoute({
  method: 'GET',
  path: '/docs/{asset}',
  needsKey: false,
  document: null,
  prepare: ({ pathParams, headers }) => {
    const given = pathParams['asset'] ?? '';
    const [, version, versioned] = versionedName.exec(given) ?? [];
    const asset = docsAssets.get(versioned ?? given);
    if (asset === undefined) {
      throw new Fault('NOT_FOUND');
    }
    // During an update an older page may ask for its own version. It gets this one, which no cache keeps for long.
    const cacheControl = version === asset.version ? caching.immutable : caching.brief;
    return { run: async () => assetReply(asset, headers, cacheControl) };
  },
});
