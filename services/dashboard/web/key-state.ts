import type { KeyView } from '../src/api/key-view.ts';

/** Whether a key works: without an end date, until its end date, or no longer because it expired or was revoked. */
export type KeyState = 'active' | 'ending' | 'ended' | 'revoked';

/** Returns the state of a key at a time in milliseconds since the Unix epoch. */
export function keyState({ revokedAt, expiresAt }: Pick<KeyView, 'revokedAt' | 'expiresAt'>, nowMs: number): KeyState {
  if (revokedAt !== null) {
    return 'revoked';
  }
  if (expiresAt === null) {
    return 'active';
  }
  return Date.parse(expiresAt) > nowMs ? 'ending' : 'ended';
}
