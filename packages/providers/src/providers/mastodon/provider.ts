import { mastodonHandle } from '@assay/catalog/social-accounts';
import { z } from 'zod';
import { optionalField } from '../../optional-field.ts';
import { defineProvider } from '../../define.ts';
import { shaped, statusFault, unknownEntity } from '../../readings.ts';
import { isOnPlatform, profileReading } from '../../social-profile.ts';

const account = z.object({
  id: z.string(),
  username: z.string(),
  acct: z.string(),
  suspended: z.boolean().nullish(),
  followers_count: optionalField(z.string()),
  following_count: optionalField(z.string()),
  statuses_count: optionalField(z.string()),
});
const failure = z.object({ error: z.string() });

/**
 * Mastodon. Each server counts its own accounts, so the adapter asks the server that the handle names. If the account
 * is only a copy of another server's account, the entity is unknown.
 */
export default defineProvider({
  id: 'mastodon',
  baseUrl: 'https://mastodon.social',
  // Each server counts its own accounts.
  statement: { kind: 'venue' },
  budget: { requests: 300, perMs: 300_000, documentedAt: 'https://docs.joinmastodon.org/api/rate-limits/' },
  adapters: [
    {
      type: 'social.value',
      costMicros: 200n,
      example: { handle: 'gargron@mastodon.social', user_id: '1', metric: 'followers' },
      request: (params) => {
        const handleParts = isOnPlatform(params, 'mastodon') ? mastodonHandle(params['handle'] ?? '') : undefined;
        return handleParts === undefined
          ? undefined
          : { host: handleParts.host, path: `/api/v1/accounts/lookup?acct=${encodeURIComponent(handleParts.user)}` };
      },
      read: (response, params) => {
        if (response.status === 404 && failure.safeParse(response.body).data?.error === 'Record not found') {
          return unknownEntity;
        }
        return (
          statusFault(response) ??
          shaped(account, response.body, ({ id, username, acct, suspended, ...counts }) => {
            const host = mastodonHandle(params['handle'] ?? '')?.host ?? '';
            if (acct !== username || suspended === true) {
              return unknownEntity;
            }
            return profileReading(response, params, {
              handle: `${username}@${host}`,
              userId: id,
              counts: {
                followers: counts.followers_count,
                following: counts.following_count,
                posts: counts.statuses_count,
              },
            });
          })
        );
      },
    },
  ],
});
