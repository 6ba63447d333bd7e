import { json, type MockEndpoint } from '../mock-endpoint.ts';
import { findNumbered } from '../social/numbered-profiles.ts';
import type { ProviderContext } from './provider-context.ts';

const userPath = /^\/2\/users\/(by\/username\/)?([A-Za-z0-9_]{1,20})$/;

/** Mocks the user lookup of X. The mock accepts any token. */
export function x(context: ProviderContext): MockEndpoint {
  return {
    name: 'x',
    respond: ({ path, query, nowMs }) => {
      const [, byName, asked = ''] = userPath.exec(path) ?? [];
      if (asked === '') {
        return json(404, { title: 'Not Found', type: 'about:blank', status: 404, detail: 'Not Found' });
      }
      const parameter = byName === undefined ? 'id' : 'username';
      const user = findNumbered(context.seed, 'x', asked, nowMs);
      if (user === undefined) {
        return json(200, {
          errors: [
            {
              value: asked,
              detail: `Could not find user with ${parameter}: [${asked}].`,
              title: 'Not Found Error',
              resource_type: 'user',
              parameter,
              resource_id: asked,
              type: 'https://api.twitter.com/2/problems/resource-not-found',
            },
          ],
        });
      }
      const { id, name, displayName, followers, following, posts } = user;
      const metrics = { followers_count: followers, following_count: following, tweet_count: posts, listed_count: 12 };
      const wantsMetrics = query.get('user.fields')?.split(',').includes('public_metrics') === true;
      return json(200, {
        data: { id, name: displayName, username: name, ...(wantsMetrics ? { public_metrics: metrics } : {}) },
      });
    },
    accessDenied: () => json(401, { title: 'Unauthorized', type: 'about:blank', status: 401, detail: 'Unauthorized' }),
    rateLimited: () => json(429, { title: 'Too Many Requests', detail: 'Too Many Requests', type: 'about:blank' }),
    serverError: () => json(500, { title: 'Internal Server Error', type: 'about:blank', status: 500 }),
  };
}
