import { expect, test } from '@jest/globals';
import { answered, answerOf, faultOf } from './testing/recorded-answer.ts';
import type { ProviderReading } from './define.ts';
import mastodon from './providers/mastodon/provider.ts';
import neynar from './providers/neynar/provider.ts';
import x from './providers/x/provider.ts';

const onX = answerOf(x, 'social.value');
const onMastodon = answerOf(mastodon, 'social.value');
const onFarcaster = answerOf(neynar, 'social.value');
const gargron = { handle: 'gargron@mastodon.social', user_id: '1', metric: 'followers' };

/** Returns the delivered value, or the kind and detail of a failed reading. */
function valueOf(reading: ProviderReading): unknown {
  return reading.kind === 'datum' ? reading.data['value'] : faultOf(reading);
}

function now(body: unknown, status = 200) {
  return { ...answered(status, JSON.stringify(body)), servedAtMs: 0 };
}

test('an account of X is requested by its number, or by its name when no number is given', () => {
  const fields = '?user.fields=public_metrics';
  expect(onX.request({ handle: 'xdevelopers', user_id: '12' })).toEqual({
    path: `/2/users/12${fields}`,
  });
  expect(onX.request({ handle: 'x_dev' })).toEqual({ path: `/2/users/by/username/x_dev${fields}` });
});

test('an account of Mastodon is requested from the host of its handle', () => {
  expect(onMastodon.request(gargron)).toEqual({
    host: 'mastodon.social',
    path: '/api/v1/accounts/lookup?acct=gargron',
  });
});

test('an account of Farcaster is requested by its number or its name, and its posts are not asked for', () => {
  expect(onFarcaster.request({ handle: 'dwr', user_id: 'fid:3' })).toEqual({
    path: '/v2/farcaster/user/bulk?fids=3',
  });
  expect(onFarcaster.request({ handle: 'dwr.eth' })).toEqual({
    path: '/v2/farcaster/user/by_username?username=dwr.eth',
  });
  expect(onFarcaster.request({ handle: 'dwr.eth', metric: 'posts' })).toBeUndefined();
});

test('exactly one platform is asked about an account', () => {
  const accounts = [
    { handle: 'jay.bsky.team' },
    { handle: 'dwr.eth', user_id: '3' },
    { handle: 'dwr', user_id: '3', platform: 'farcaster' },
    { handle: 'dwr', user_id: '3' },
    gargron,
  ];
  const askedPlatforms = accounts.map((params) =>
    [onX, onMastodon, onFarcaster].map(({ request }) => request(params) !== undefined),
  );
  expect(askedPlatforms).toEqual([
    [false, false, false],
    [false, false, true],
    [false, false, true],
    [true, false, false],
    [false, true, false],
  ]);
});

test('each metric of X is its own count', () => {
  const public_metrics = { followers_count: 7, following_count: 5, tweet_count: 3 };
  const body = { data: { id: '12', username: 'X_Dev', public_metrics } };
  const value = (metric: string): unknown => valueOf(onX.read(now(body), { handle: 'x_dev', user_id: '12', metric }));
  expect(['followers', 'following', 'posts'].map(value)).toEqual([7, 5, 3]);
  expect(valueOf(onX.read(now(body), { handle: 'other', user_id: '12', metric: 'posts' }))).toBe('unknown_entity');
  expect(valueOf(onX.read(now(body), { handle: 'x_dev', user_id: '13', metric: 'posts' }))).toBe('unknown_entity');
});

test('a problem of X about anything but the account is a failure, and a used-up cap exhausts the source', () => {
  const params = { handle: 'x_dev', user_id: '12' };
  const read = (body: unknown, status: number): string => faultOf(onX.read(now(body, status), params));
  const gone = { type: 'https://api.twitter.com/2/problems/resource-not-found', resource_type: 'user' };
  expect(read({ errors: [gone] }, 404)).toBe('unknown_entity');
  expect(read({ errors: [{ ...gone, resource_type: 'list' }] }, 404)).toBe('http_error: HTTP 404');
  expect(read({ title: 'Unauthorized', type: 'about:blank', status: 401 }, 401)).toBe('access_denied: HTTP 401');
  const cap = { title: 'UsageCapExceeded', detail: 'Usage cap exceeded: Monthly product cap', period: 'Monthly' };
  expect(read(cap, 429)).toBe('exhausted: HTTP 429');
});

test("a host's copy of another host's account and a suspended account are unknown entities", () => {
  const account = { id: '1', username: 'Gargron', acct: 'Gargron', followers_count: 7 };
  expect(valueOf(onMastodon.read(now(account), gargron))).toBe(7);
  expect(valueOf(onMastodon.read(now({ ...account, acct: 'Gargron@else.social' }), gargron))).toBe('unknown_entity');
  expect(valueOf(onMastodon.read(now({ ...account, suspended: true }), gargron))).toBe('unknown_entity');
  expect(valueOf(onMastodon.read(now({ ...account, id: '2' }), gargron))).toBe('unknown_entity');
  expect(valueOf(onMastodon.read(now({ ...account, followers_count: -1 }), gargron))).toBe('malformed: no whole count');
  expect(valueOf(onMastodon.read(now({ error: 'login' }, 404), gargron))).toBe('http_error: HTTP 404');
});

test('an account of Farcaster keeps the form of the id in the question', () => {
  const user = { fid: 3, username: 'dwr.eth', follower_count: 9, following_count: 2 };
  const read = (params: Record<string, string>, body: unknown): ProviderReading => onFarcaster.read(now(body), params);
  expect(read({ handle: 'dwr.eth', user_id: 'fid:3' }, { users: [user] })).toMatchObject({
    data: { user_id: 'fid:3' },
  });
  expect(read({ handle: 'dwr.eth' }, { user })).toMatchObject({ data: { user_id: '3', value: 9 } });
  expect(valueOf(read({ handle: 'dwr.eth', user_id: '4' }, { users: [user] }))).toBe('unknown_entity');
  expect(valueOf(read({ handle: 'dwr', user_id: '3' }, { users: [user] }))).toBe('unknown_entity');
  expect(faultOf(onFarcaster.read(now({ code: 'NotFound' }, 404), { handle: 'a.eth' }))).toBe('unknown_entity');
});

test('a problem that X reports beside a profile costs nothing of it', () => {
  const errors = [{ type: 'https://api.twitter.com/2/problems/resource-not-found', resource_type: 'user', title: 'x' }];
  const data = { id: '12', username: 'XDevelopers', public_metrics: { followers_count: 7, following_count: null } };
  const params = { handle: 'xdevelopers', user_id: '12', metric: 'followers' };
  expect(valueOf(onX.read(now({ data, errors }), params))).toBe(7);
  expect(valueOf(onX.read(now({ data, errors }), { ...params, metric: 'following' }))).toBe(
    'malformed: no following count',
  );
  expect(valueOf(onX.read(now({ errors }), params))).toBe('unknown_entity');
});
