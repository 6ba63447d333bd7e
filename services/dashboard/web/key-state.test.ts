import { expect, test } from '@jest/globals';
import { keyState } from './key-state.ts';

const now = '2026-11-20T12:00:00.000Z';

test.each([
  [{ revokedAt: null, expiresAt: null }, 'active'],
  [{ revokedAt: null, expiresAt: '2026-11-20T12:00:00.001Z' }, 'ending'],
  [{ revokedAt: null, expiresAt: now }, 'ended'],
  [{ revokedAt: now, expiresAt: '2026-11-21T12:00:00.000Z' }, 'revoked'],
])('the key %j is %s', (key, expected) => {
  expect(keyState(key, Date.parse(now))).toBe(expected);
});
