import { farcasterId } from '@assay/catalog/social-accounts';
import { z } from 'zod';
import { optionalField } from '../../optional-field.ts';
import { defineProvider } from '../../define.ts';
import { malformed, shaped, statusFault, unknownEntity } from '../../readings.ts';
import { isOnPlatform, profileReading } from '../../social-profile.ts';

const user = z.object({
  fid: z.string(),
  username: z.string(),
  follower_count: optionalField(z.string()),
  following_count: optionalField(z.string()),
});
const lookupResult = z.union([z.object({ users: z.array(z.unknown()) }), z.object({ user })]);
const failure = z.object({ code: z.string() });

/**
 * Neynar, an index of Farcaster. It finds an account by its number, or by its name when the caller gives no number. It
 * does not count posts.
 */
export default defineProvider({
  id: 'neynar',
  baseUrl: 'https://api.neynar.com',
  key: {
    required: true,
    headers: (key) => ({ 'x-api-key': key }),
    statedAt: { url: 'https://docs.neynar.com/reference/fetch-bulk-users', readOn: '2026-11-27' },
    obtainedAt: 'https://dev.neynar.com',
  },
  // Neynar is an index of the Farcaster network. Anybody can run hubs of this network.
  statement: {
    kind: 'aggregator',
    statedAt: { url: 'https://docs.neynar.com/', readOn: '2026-11-27' },
  },
  budget: {
    requests: 300,
    perMs: 60_000,
    documentedAt: 'https://docs.neynar.com/reference/what-are-the-rate-limits-on-neynar-apis',
  },
  adapters: [
    {
      type: 'social.value',
      costMicros: 200n,
      example: { handle: 'dwr.eth', user_id: '3', metric: 'followers' },
      request: (params) => {
        if (!isOnPlatform(params, 'farcaster') || params['metric'] === 'posts') {
          return undefined;
        }
        const { handle = '', user_id: userId } = params;
        const path =
          userId === undefined
            ? `by_username?username=${encodeURIComponent(handle)}`
            : `bulk?fids=${farcasterId(userId) ?? ''}`;
        return { path: `/v2/farcaster/user/${path}` };
      },
      read: (response, params) => {
        if (response.status === 404 && failure.safeParse(response.body).data?.code === 'NotFound') {
          return unknownEntity;
        }
        return (
          statusFault(response) ??
          shaped(lookupResult, response.body, (body) => {
            const { user_id: asked } = params;
            const accounts =
              'user' in body ? [body.user] : body.users.flatMap((each) => user.safeParse(each).data ?? []);
            const fid = asked === undefined ? undefined : farcasterId(asked);
            const account = accounts.find((each) => each.fid === fid) ?? accounts[0];
            if (account === undefined) {
              return 'users' in body && body.users.length > 0 ? malformed('no readable user') : unknownEntity;
            }
            const isAsked = asked !== undefined && farcasterId(asked) === account.fid;
            return profileReading(response, params, {
              handle: account.username,
              userId: isAsked ? asked : account.fid,
              counts: { followers: account.follower_count, following: account.following_count },
            });
          })
        );
      },
    },
  ],
});
