import { expect, test } from '@jest/globals';
import socialValue from './types/social-value/type.ts';
import { parseParams } from './params.ts';
import { platformOf, type SocialPlatform } from './social-accounts.ts';

const did = 'did:plc:oky5czdrnfjpqslsw2a5iclo';

test.each<[string, string | undefined, string | undefined, SocialPlatform]>([
  ['jay.bsky.team', did, undefined, 'bluesky'],
  ['jay.bsky.team', undefined, undefined, 'bluesky'],
  ['gargron@mastodon.social', '1', undefined, 'mastodon'],
  ['gargron@mastodon.social', undefined, undefined, 'mastodon'],
  ['xdevelopers', '2244994945', undefined, 'x'],
  ['x_dev', undefined, undefined, 'x'],
  ['dwr', '3', 'farcaster', 'farcaster'],
  ['dwr', 'fid:3', undefined, 'farcaster'],
  ['dwr.eth', '3', undefined, 'farcaster'],
  ['jesse.base.eth', undefined, undefined, 'farcaster'],
  ['jack', undefined, 'x', 'x'],
])('%s with the user id %s and the platform %s is an account of %s%s', (handle, userId, platform, expected) => {
  const params = { handle, ...(userId && { user_id: userId }), ...(platform && { platform }) };
  expect(platformOf(params)).toEqual({ ok: true, platform: expected });
});

test.each<[string, Record<string, string>, string, RegExp]>([
  [
    'a bare name without an id can be two platforms',
    { handle: 'jack' },
    'handle',
    /X and Farcaster; say which with "pl/,
  ],
  ['a domain with a number', { handle: 'jay.bsky.team', user_id: '12' }, 'user_id', /Bluesky has a domain name/],
  ['user@host with a DID', { handle: 'a@b.social', user_id: did }, 'user_id', /Mastodon has "user@host"/],
  ['a bare name with a DID', { handle: 'jack', user_id: did }, 'user_id', /X has a name/],
  ['a platform that has no such handle', { handle: 'jack', user_id: '12', platform: 'bluesky' }, 'handle', /Bluesky/],
  ['a platform that has no such id', { handle: 'dwr', user_id: 'fid:3', platform: 'x' }, 'user_id', /of X, which has/],
])('%s is refused with a message that says how to be clear', (_title, params, param, message) => {
  const parsed = parseParams(socialValue, params, ['user_id']);
  expect(parsed).toMatchObject({ ok: false, code: 'INVALID_PARAM', param });
  expect(parsed.ok ? '' : parsed.message).toMatch(message);
});

test.each([
  'a b',
  'a@b',
  'a@b@c.de',
  'a@127.0.0.1',
  'a@localhost',
  '@',
  'name.of.more.eth',
  'a'.repeat(400),
  'a/b',
  'é',
])('the handle %j is refused', (handle) => {
  expect(parseParams(socialValue, { handle, user_id: '1' })).toMatchObject({ ok: false, param: 'handle' });
});

test('a leading @ and capital letters of a handle do not matter', () => {
  expect(parseParams(socialValue, { handle: ' @Gargron@Mastodon.Social ', user_id: '1' })).toEqual({
    ok: true,
    params: { handle: 'gargron@mastodon.social', user_id: '1' },
  });
});
