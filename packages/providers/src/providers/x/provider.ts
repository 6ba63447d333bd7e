import { z } from 'zod';
import { optionalField } from '../../optional-field.ts';
import { defineProvider } from '../../define.ts';
import { shaped, statusFault, unknownEntity } from '../../readings.ts';
import { isOnPlatform, profileReading } from '../../social-profile.ts';

const profile = z.object({
  data: z.object({
    id: z.string(),
    username: z.string(),
    public_metrics: z.object({
      followers_count: optionalField(z.string()),
      following_count: optionalField(z.string()),
      tweet_count: optionalField(z.string()),
    }),
  }),
});
const problem = z.object({ type: z.string(), resource_type: optionalField(z.string()) });
const problems = z.object({ errors: z.tuple([problem], z.unknown()) });
const notFound = '/problems/resource-not-found';

/**
 * X: the user lookup of its API version 2. It finds an account by its number, or by its name when the caller gives no
 * number. Every request needs a bearer token and costs money, so the engine sends no probes.
 */
export default defineProvider({
  id: 'x',
  baseUrl: 'https://api.x.com',
  key: {
    required: true,
    headers: (key) => ({ authorization: `Bearer ${key}` }),
    statedAt: { url: 'https://docs.x.com/x-api/users/get-user-by-username', readOn: '2026-11-27' },
    obtainedAt: 'https://console.x.com',
  },
  // The platform counts its own followers and posts.
  statement: { kind: 'venue' },
  budget: { requests: 300, perMs: 900_000, documentedAt: 'https://docs.x.com/x-api/fundamentals/rate-limits' },
  adapters: [
    {
      type: 'social.value',
      costMicros: 10_000n,
      unprobed: true,
      example: { handle: 'xdevelopers', user_id: '2244994945', metric: 'followers' },
      request: (params) => {
        const { handle = '', user_id: userId } = params;
        const path = userId === undefined ? `by/username/${encodeURIComponent(handle)}` : encodeURIComponent(userId);
        return isOnPlatform(params, 'x') ? { path: `/2/users/${path}?user.fields=public_metrics` } : undefined;
      },
      read: (response, params) => {
        const [first] = problems.safeParse(response.body).data?.errors ?? [];
        const hasProfile = response.status === 200 && profile.safeParse(response.body).success;
        // X answers 200 or 404 for an unknown or suspended account, so the error in the body decides. When the body
        // also contains a profile, the error is about something other than the account.
        if (!hasProfile && first?.resource_type === 'user' && first.type.endsWith(notFound)) {
          return unknownEntity;
        }
        return (
          statusFault(response) ??
          shaped(profile, response.body, ({ data: { id, username, public_metrics: metrics } }) =>
            profileReading(response, params, {
              handle: username,
              userId: id,
              counts: {
                followers: metrics.followers_count,
                following: metrics.following_count,
                posts: metrics.tweet_count,
              },
            }),
          )
        );
      },
    },
  ],
});
