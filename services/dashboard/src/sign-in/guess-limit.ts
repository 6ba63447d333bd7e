import type { Clock } from '@assay/runtime/clock';
import type { Postgres } from '@assay/storage/postgres';
import { createCountLimit, type CountLimit } from './count-limit.ts';

/** Guesses that a subject has at first. */
export const guessBurst = 10;
/** A guess comes back after this time. */
export const guessEveryMs = 60_000;

/** Counts guesses of passwords by their subject, such as an e-mail address. */
export type GuessLimit = CountLimit;

/** Creates the limit. A guess is taken before the password is compared. */
export function createGuessLimit(query: Postgres['query'], clock: Pick<Clock, 'now'>): GuessLimit {
  return createCountLimit(query, clock, 'password_guess', { burst: guessBurst, everyMs: guessEveryMs });
}
