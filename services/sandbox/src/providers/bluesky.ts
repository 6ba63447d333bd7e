import { findProfile } from '../social/profiles.ts';
import { json, type MockEndpoint } from '../mock-endpoint.ts';
import type { ProviderContext } from './provider-context.ts';

const actorPattern = /^(did:[a-z]+:[A-Za-z0-9.:%-]+|([a-z0-9-]+\.)+[a-z0-9-]+)$/i;

/** Mocks Bluesky: profiles by handle or DID. */
export function bluesky(context: ProviderContext): MockEndpoint {
  return {
    name: 'bluesky',
    respond: ({ path, query, nowMs }) => {
      if (path !== '/xrpc/app.bsky.actor.getProfile') {
        return json(501, { error: 'MethodNotImplemented', message: 'Method Not Implemented' });
      }
      const actor = query.get('actor');
      if (actor === null) {
        return json(400, { error: 'InvalidRequest', message: 'Error: Params must have the property "actor"' });
      }
      if (!actorPattern.test(actor)) {
        return json(400, { error: 'InvalidRequest', message: 'Error: actor must be a valid did or a handle' });
      }
      const account = findProfile(context.seed, actor, nowMs);
      if (account === undefined) {
        return json(400, { error: 'InvalidRequest', message: 'Profile not found' });
      }
      const { did, handle, displayName, createdAt, followers, following, posts } = account;
      return json(200, {
        did,
        handle,
        displayName,
        associated: { lists: 0, feedgens: 0, starterPacks: 0, labeler: false },
        labels: [],
        createdAt,
        description: 'An account of the sandbox.',
        indexedAt: createdAt,
        followersCount: followers,
        followsCount: following,
        postsCount: posts,
      });
    },
    rateLimited: () => json(429, { error: 'RateLimitExceeded', message: 'Rate Limit Exceeded' }),
    serverError: () => json(500, { error: 'InternalServerError', message: 'Internal Server Error' }),
  };
}
