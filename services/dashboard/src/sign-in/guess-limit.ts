import type { Clock } from '@assay/runtime/clock';
import type { Postgres } from '@assay/storage/postgres';
import { createCountLimit, type CountLimit } from './count-limit.ts';

/** Maximum number of guesses in a row. */
export const guessBurst = 10;
/** Interval after which a subject gets one guess back, in milliseconds. */
export const guessEveryMs = 60_000;

/** Limits password guesses by subject, such as an e-mail address. */
export type GuessLimit = CountLimit;

/** Creates the limit. Each guess is counted before the password is compared. */
export function createGuessLimit(query: Postgres['query'], clock: Pick<Clock, 'now'>): GuessLimit {
  return createCountLimit(query, clock, 'password_guess', { burst: guessBurst, everyMs: guessEveryMs });
}
