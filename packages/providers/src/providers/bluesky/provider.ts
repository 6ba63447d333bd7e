import { z } from 'zod';
import { optionalField } from '../../optional-field.ts';
import { defineProvider } from '../../define.ts';
import { shaped, statusFault, unknownEntity } from '../../readings.ts';
import { isOnPlatform, profileReading } from '../../social-profile.ts';

const profile = z.object({
  did: z.string(),
  handle: z.string(),
  followersCount: optionalField(z.string()),
  followsCount: optionalField(z.string()),
  postsCount: optionalField(z.string()),
});
const failure = z.object({ error: z.string(), message: optionalField(z.string()) });

const goneErrors = ['AccountTakedown', 'AccountDeactivated'];

/**
 * Bluesky's public API. It finds an account by its DID, or by its handle when the caller gives no DID. The datum
 * contains the DID. When the handle and the DID belong to different accounts, the entity is unknown.
 */
export default defineProvider({
  id: 'bluesky',
  baseUrl: 'https://public.api.bsky.app',
  // The platform counts its own followers and posts.
  statement: { kind: 'venue' },
  budget: {
    requests: 3_000,
    perMs: 300_000,
    documentedAt: 'https://docs.bsky.app/docs/advanced-guides/rate-limits',
  },
  adapters: [
    {
      type: 'social.value',
      costMicros: 200n,
      request: (params) => {
        const { handle = '', user_id: did } = params;
        return isOnPlatform(params, 'bluesky')
          ? { path: `/xrpc/app.bsky.actor.getProfile?actor=${encodeURIComponent(did ?? handle)}` }
          : undefined;
      },
      read: (response, params) => {
        const failed = failure.safeParse(response.body).data;
        if (failed !== undefined && (failed.message === 'Profile not found' || goneErrors.includes(failed.error))) {
          return unknownEntity;
        }
        return (
          statusFault(response) ??
          shaped(profile, response.body, ({ did, handle, ...counts }) =>
            profileReading(response, params, {
              handle,
              userId: did,
              counts: { followers: counts.followersCount, following: counts.followsCount, posts: counts.postsCount },
            }),
          )
        );
      },
    },
  ],
});
