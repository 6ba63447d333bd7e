import { z } from 'zod';
import { isoInstant } from '../../decimals.ts';
import { defineDataType } from '../../define.ts';
import { platformOf, platformsOfHandle, platformsOfUserId, socialPlatforms } from '../../social-accounts.ts';

const handleForms =
  'must be a handle: "jay.bsky.team" on Bluesky, "user@host" on Mastodon, a name on X or Farcaster, without spaces';
const userIdForms =
  'must be a number, "fid:" with a number on Farcaster, or a DID such as "did:plc:" and 24 characters';

const handle = z
  .string(handleForms)
  .transform((text) => text.trim().replace(/^@/, '').toLowerCase())
  .pipe(
    z
      .string()
      .max(320, 'a handle has at most 320 characters')
      .refine((text) => platformsOfHandle(text).length > 0, handleForms),
  )
  .describe(
    'A handle: a domain name such as jay.bsky.team is one of Bluesky, user@host of Mastodon, name.eth of Farcaster, a bare name of X.',
  );

const userId = z
  .string(userIdForms)
  .trim()
  .refine((text) => platformsOfUserId(text).length > 0, userIdForms)
  .describe(
    "The account's permanent id: a DID on Bluesky, a number on X and Mastodon, a number or fid:3 on Farcaster. With ask, the service finds it.",
  );

export default defineDataType({
  id: 'social.value',
  description: 'A count of a profile on Bluesky, X, Mastodon or Farcaster: followers, accounts followed or posts.',
  params: z.object({
    handle,
    user_id: userId,
    metric: z
      .enum(['followers', 'following', 'posts'], 'must be "followers", "following" or "posts"')
      .optional()
      .describe('followers (default), following or posts. Farcaster has no count of posts.'),
    platform: z
      .enum(socialPlatforms, `must be one of ${socialPlatforms.join(', ')}`)
      .optional()
      .describe(
        'bluesky, farcaster, mastodon or x. Needed only if the handle and the user_id do not determine the platform.',
      ),
  }),
  checkParams: (params) => {
    const choice = platformOf(params);
    return choice.ok ? undefined : choice;
  },
  inferredParams: ['user_id'],
  data: z.object({
    handle: z.string(),
    user_id: z.string(),
    metric: z.string(),
    value: z.number().int().nonnegative(),
    asOf: isoInstant.describe("The time of the source's answer, because the platform states no time for its counts."),
  }),
  origin: 'measured',
  maxAgeMs: 900_000,
  levelCeiling: 'single_source',
  levelCeilingReason: 'one provider, the platform itself, counts this',
  mainField: 'value',
  example: { handle: 'jay.bsky.team', user_id: 'did:plc:oky5czdrnfjpqslsw2a5iclo' },
});
