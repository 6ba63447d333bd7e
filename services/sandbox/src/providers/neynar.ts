import { json, type MockEndpoint } from '../mock-endpoint.ts';
import { findNumbered, type NumberedProfile } from '../social/numbered-profiles.ts';
import type { ProviderContext } from './provider-context.ts';

/** Mocks the user lookup of Neynar. The mock accepts any key. */
export function neynar(context: ProviderContext): MockEndpoint {
  return {
    name: 'neynar',
    respond: ({ path, query, nowMs }) => {
      const find = (idOrName: string) => findNumbered(context.seed, 'farcaster', idOrName, nowMs);
      if (path === '/v2/farcaster/user/bulk') {
        const fids = query.get('fids')?.split(',') ?? [];
        return json(200, { users: fids.flatMap((fid) => find(fid) ?? []).map(userOf) });
      }
      const user = path === '/v2/farcaster/user/by_username' ? find(query.get('username') ?? '') : undefined;
      return user === undefined
        ? json(404, { code: 'NotFound', message: 'User not found' })
        : json(200, { user: userOf(user) });
    },
    accessDenied: () => json(401, { code: 'Unauthorized', message: 'Incorrect or missing API key' }),
    rateLimited: () => json(429, { code: 'RateLimitExceeded', message: 'Rate limit exceeded' }),
    serverError: () => json(500, { code: 'InternalServerError', message: 'Internal server error' }),
  };
}

function userOf({ id, name, displayName, followers, following }: NumberedProfile): object {
  return {
    object: 'user',
    fid: Number(id),
    username: name,
    display_name: displayName,
    follower_count: followers,
    following_count: following,
  };
}
