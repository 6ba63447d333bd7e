import { expect, test } from '@jest/globals';
import { profileNames, findProfile } from './profiles.ts';
import { appIds, playersOf } from './game-players.ts';

const nowMs = Date.parse('2026-11-21T10:00:00Z');

test('a profile is the same by handle and by DID, and its counts only grow', () => {
  for (const { handle, did } of profileNames) {
    expect(did).toMatch(/^did:plc:[a-z2-7]{24}$/);
    const now = findProfile('s', handle, nowMs);
    const later = findProfile('s', did, nowMs + 86_400_000);
    expect(now?.did).toBe(did);
    expect(later?.followers).toBeGreaterThanOrEqual(now?.followers ?? Number.NaN);
    expect(later?.posts).toBeGreaterThanOrEqual(now?.posts ?? Number.NaN);
  }
  expect(new Set(profileNames.map(({ did }) => did)).size).toBe(profileNames.length);
  expect(findProfile('s', 'nobody.bsky.social', nowMs)).toBeUndefined();
});

test('a large profile gains followers within a minute', () => {
  const followers = (atMs: number): number => findProfile('s', 'bsky.app', atMs)?.followers ?? 0;
  expect(followers(nowMs + 60_000)).toBeGreaterThan(followers(nowMs));
});

test('the number of players changes every minute near its average, and an unknown game has none', () => {
  const counts = Array.from({ length: 30 }, (_, minute) => playersOf('s', 730, nowMs + minute * 60_000));
  expect(new Set(counts).size).toBe(30);
  expect(playersOf('s', 730, nowMs)).toBe(playersOf('s', 730, nowMs + 59_000));
  expect(counts.every((count) => count !== undefined && count > 700_000 && count < 1_400_000)).toBe(true);
  expect(appIds.every((appId) => (playersOf('s', appId, nowMs) ?? 0) > 0)).toBe(true);
  expect(playersOf('s', 999_999_999, nowMs)).toBeUndefined();
});
