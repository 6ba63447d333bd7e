import { json, type MockEndpoint } from '../mock-endpoint.ts';
import { findNumbered } from '../social/numbered-profiles.ts';
import type { ProviderContext } from './provider-context.ts';

const lookupPath = /^\/([a-z0-9.-]+)\/api\/v1\/accounts\/lookup$/;

/** Mocks all hosts of Mastodon. The host is the first part of the path. */
export function mastodon(context: ProviderContext): MockEndpoint {
  return {
    name: 'mastodon',
    respond: ({ path, query, nowMs }) => {
      const host = lookupPath.exec(path)?.[1];
      const account = findNumbered(context.seed, 'mastodon', query.get('acct') ?? '', nowMs);
      if (host === undefined || account === undefined || account.host !== host) {
        return json(404, { error: 'Record not found' });
      }
      const { id, name, displayName, followers, following, posts } = account;
      return json(200, {
        id,
        username: name,
        acct: name,
        display_name: displayName,
        locked: false,
        bot: false,
        discoverable: true,
        group: false,
        created_at: '2016-03-16T00:00:00.000Z',
        url: `https://${host}/@${name}`,
        followers_count: followers,
        following_count: following,
        statuses_count: posts,
        last_status_at: new Date(nowMs).toISOString().slice(0, 10),
        emojis: [],
        fields: [],
      });
    },
    rateLimited: () => json(429, { error: 'Too many requests' }),
    serverError: () => json(500, { error: 'We are sorry, but something went wrong on our end.' }),
  };
}
