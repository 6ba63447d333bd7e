import { createHash } from 'node:crypto';
import type { Clock } from '@assay/service/clock';
import type { Postgres } from '@assay/service/postgres';

/** Guesses that a subject has at first. */
export const guessBurst = 10;
/** A guess comes back after this time. */
export const guessEveryMs = 60_000;

/** Counts guesses of passwords by their subject, such as an e-mail address. */
export type GuessLimit = {
  /** Takes one guess. Returns 0, or the milliseconds until the next guess when none is left. */
  readonly take: (subject: string) => Promise<number>;
  /** Gives back a guess that was right. */
  readonly giveBack: (subject: string) => Promise<void>;
};

/**
 * Creates the limit over the dashboard's schema. A guess is taken before the password is compared, so guesses at once from
 * many addresses get no more than guesses in turn. Every take removes a few subjects that have all their guesses.
 */
export function createGuessLimit(query: Postgres['query'], clock: Pick<Clock, 'now'>): GuessLimit {
  return {
    take: async (subject) => {
      const hash = hashOf(subject);
      const now = clock.now();
      const taken = await query({ name: 'take_guess', text: takeText, values: [hash, iso(now), iso(lastFreeAt(now))] });
      if (taken.length > 0) {
        return 0;
      }
      const [row] = await query<{ readonly free_at: Date }>({
        name: 'guesses_free_at',
        text: 'SELECT free_at FROM password_guess WHERE subject = $1',
        values: [hash],
      });
      return row === undefined ? 0 : Math.max(1, row.free_at.getTime() - lastFreeAt(now));
    },
    giveBack: async (subject) => {
      await query({ name: 'give_guess_back', text: giveBackText, values: [hashOf(subject)] });
    },
  };
}

const step = `interval '${guessEveryMs} milliseconds'`;

/** The third parameter is the latest time at which a subject that may guess has all its guesses back. */
const takeText = `
  WITH done AS (
    DELETE FROM password_guess WHERE subject IN (
      SELECT subject FROM password_guess WHERE free_at < $2::timestamptz AND subject <> $1
      ORDER BY free_at LIMIT 5 FOR UPDATE SKIP LOCKED)
  )
  INSERT INTO password_guess AS g (subject, free_at) VALUES ($1, $2::timestamptz + ${step})
  ON CONFLICT (subject) DO UPDATE SET free_at = greatest(g.free_at, $2::timestamptz) + ${step}
    WHERE g.free_at <= $3::timestamptz
  RETURNING free_at`;

const giveBackText = `UPDATE password_guess SET free_at = free_at - ${step} WHERE subject = $1`;

/** Returns the latest `free_at` with which a subject may guess at this moment. */
function lastFreeAt(now: number): number {
  return now + (guessBurst - 1) * guessEveryMs;
}

function hashOf(subject: string): Buffer {
  return createHash('sha256').update(subject).digest();
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
