import { z } from 'zod';
import { isoInstant } from '../../decimals.ts';
import { defineDataType } from '../../define.ts';

const handlePattern = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/;
const didPattern = /^did:(plc:[a-z2-7]{24}|web:[A-Za-z0-9.%:-]{1,240})$/;

const handle = z
  .string('must be a Bluesky handle such as "jay.bsky.team"')
  .transform((text) => text.trim().replace(/^@/, '').toLowerCase())
  .pipe(
    z
      .string()
      .max(253, 'a handle has at most 253 characters')
      .regex(handlePattern, 'must be a Bluesky handle, which is a domain name such as "jay.bsky.team"'),
  )
  .describe('A Bluesky handle, such as jay.bsky.team.');

const userId = z
  .string('must be a DID such as "did:plc:" and 24 characters')
  .trim()
  .regex(didPattern, 'must be a DID such as "did:plc:" followed by 24 characters of a-z and 2-7')
  .describe("The account's DID, which does not change with the handle. The service finds it when ask is used.");

export default defineDataType({
  id: 'social.value',
  description: 'A count of a Bluesky profile: followers, accounts followed or posts.',
  params: z.object({
    handle,
    user_id: userId,
    metric: z
      .enum(['followers', 'following', 'posts'], 'must be "followers", "following" or "posts"')
      .optional()
      .describe('followers (default), following or posts.'),
  }),
  inferredParams: ['user_id'],
  data: z.object({
    handle: z.string(),
    user_id: z.string(),
    metric: z.string(),
    value: z.number().int().nonnegative(),
    asOf: isoInstant.describe("The time of the source's answer. The platform does not date its counts."),
  }),
  origin: 'measured',
  maxAgeMs: 900_000,
  levelCeiling: 'single_source',
  levelCeilingReason: 'one provider, the platform itself, counts this',
  example: { handle: 'jay.bsky.team', user_id: 'did:plc:oky5czdrnfjpqslsw2a5iclo' },
});
