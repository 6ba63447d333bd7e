import { z } from 'zod';
import { defineProvider } from '../../define.ts';
import { counterReading, malformed, shaped, statusFault, unknownEntity } from '../../readings.ts';

const profile = z.object({
  did: z.string(),
  handle: z.string(),
  followersCount: z.string().optional(),
  followsCount: z.string().optional(),
  postsCount: z.string().optional(),
});
const failure = z.object({ error: z.string(), message: z.string().optional() });

const fieldOf = { followers: 'followersCount', following: 'followsCount', posts: 'postsCount' } as const;

const goneErrors = ['AccountTakedown', 'AccountDeactivated'];

/**
 * Bluesky's public API. It finds an account by its DID, or by its handle when the caller gives no DID. The datum
 * contains the DID. A handle and a DID of two different accounts are an unknown entity.
 */
export default defineProvider({
  id: 'bluesky',
  baseUrl: 'https://public.api.bsky.app',
  budget: {
    requests: 3_000,
    perMs: 300_000,
    documentedAt: 'https://docs.bsky.app/docs/advanced-guides/rate-limits',
  },
  adapters: [
    {
      type: 'social.value',
      costMicros: 200n,
      request: ({ handle = '', user_id: did }) => ({
        path: `/xrpc/app.bsky.actor.getProfile?actor=${encodeURIComponent(did ?? handle)}`,
      }),
      read: (response, params) => {
        const failed = failure.safeParse(response.body).data;
        if (failed !== undefined && (failed.message === 'Profile not found' || goneErrors.includes(failed.error))) {
          return unknownEntity;
        }
        return (
          statusFault(response) ??
          shaped(profile, response.body, (body) => {
            const { handle, user_id: did = body.did, metric = 'followers' } = params;
            if (body.did !== did || body.handle.toLowerCase() !== handle) {
              return unknownEntity;
            }
            const count = Object.hasOwn(fieldOf, metric) ? body[fieldOf[metric as keyof typeof fieldOf]] : undefined;
            return count === undefined
              ? malformed(`no ${metric} count`)
              : counterReading(response, count, (value) => ({ handle, user_id: did, metric, value }));
          })
        );
      },
    },
  ],
});
