import { expect, test } from '@jest/globals';
import { answered, answerOf, faultOf } from '../../testing/recorded-answer.ts';
import bluesky from './provider.ts';

const social = answerOf(bluesky, 'social.value');
const did = 'did:plc:oky5czdrnfjpqslsw2a5iclo';
const params = { handle: 'jay.bsky.team', user_id: did, metric: 'followers' };

function profile(fields: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({ did, handle: 'jay.bsky.team', followersCount: 7, followsCount: 5, postsCount: 3, ...fields });
}

test('the account is requested by its DID, or by its handle when no DID is given', () => {
  expect(social.request(params)).toEqual({
    path: '/xrpc/app.bsky.actor.getProfile?actor=did%3Aplc%3Aoky5czdrnfjpqslsw2a5iclo',
  });
  expect(social.request({ handle: 'jay.bsky.team', metric: 'followers' })).toEqual({
    path: '/xrpc/app.bsky.actor.getProfile?actor=jay.bsky.team',
  });
});

test('each metric is its own count, and the answer adds a DID that was not given', () => {
  const value = (metric: string): unknown => {
    const reading = social.read({ ...answered(200, profile()), servedAtMs: 0 }, { handle: 'jay.bsky.team', metric });
    return reading.kind === 'datum' ? [reading.data['value'], reading.data['user_id']] : reading;
  };
  expect(['followers', 'following', 'posts'].map(value)).toEqual([
    [7, did],
    [5, did],
    [3, did],
  ]);
});

test('a handle and a DID of two different accounts are an unknown entity', () => {
  expect(faultOf(social.read(answered(200, profile({ handle: 'else.bsky.social' })), params))).toBe('unknown_entity');
  expect(faultOf(social.read(answered(200, profile({ did: 'did:plc:x' })), params))).toBe('unknown_entity');
});

test('a deleted account is unknown, while a refused request and a missing count are failures', () => {
  const read = (status: number, text: string): string => faultOf(social.read(answered(status, text), params));
  expect(read(400, '{"error":"InvalidRequest","message":"Profile not found"}')).toBe('unknown_entity');
  expect(read(400, '{"error":"AccountTakedown","message":"Account has been suspended"}')).toBe('unknown_entity');
  expect(read(400, '{"error":"InvalidRequest","message":"actor must be a valid did or a handle"}')).toBe(
    'http_error: HTTP 400',
  );
  expect(read(429, '{"error":"RateLimitExceeded","message":"Rate Limit Exceeded"}')).toBe('rate_limited: HTTP 429');
  expect(read(200, profile({ followersCount: undefined }))).toBe('malformed: no followers count');
});
