import { createHash } from 'node:crypto';
import type { Clock } from '@assay/runtime/clock';
import type { Postgres } from '@assay/storage/postgres';

/** Limits how often a subject may do something. A table that all replicas share contains the counts. */
export type CountLimit = {
  /**
   * Counts one action of a subject and returns 0 if its limit allows the action now. Otherwise counts nothing, and
   * returns the milliseconds until the limit allows the next action.
   */
  readonly take: (subject: string) => Promise<number>;
  /** Undoes the count of an action that must not count. */
  readonly giveBack: (subject: string) => Promise<void>;
};

/** How often a subject may do something. */
export type Rate = {
  /** Maximum number of actions at once. A subject that has not acted for long, or never, has this many actions left. */
  readonly burst: number;
  /** Interval after which the subject gets one action back, in milliseconds. */
  readonly everyMs: number;
};

/** The tables of limits. Each has the columns `subject` and `free_at`. */
type LimitTable = 'password_guess' | 'invitation_mail';

/**
 * Creates a limit over a table of the dashboard's schema. A single statement decides and counts, so concurrent requests
 * cannot get more actions than the limit allows. Each `take` also deletes a few rows of subjects that have regained all
 * their actions.
 */
export function createCountLimit(
  query: Postgres['query'],
  clock: Pick<Clock, 'now'>,
  table: LimitTable,
  { burst, everyMs }: Rate,
): CountLimit {
  const step = `interval '${everyMs} milliseconds'`;
  const name = `${table}_${everyMs}`;
  // The third parameter is the latest `free_at` at which a subject still has an action left.
  const takeText = `
    WITH done AS (
      DELETE FROM ${table} WHERE subject IN (
        SELECT subject FROM ${table} WHERE free_at < $2::timestamptz AND subject <> $1
        ORDER BY free_at LIMIT 5 FOR UPDATE SKIP LOCKED)
    )
    INSERT INTO ${table} AS g (subject, free_at) VALUES ($1, $2::timestamptz + ${step})
    ON CONFLICT (subject) DO UPDATE SET free_at = greatest(g.free_at, $2::timestamptz) + ${step}
      WHERE g.free_at <= $3::timestamptz
    RETURNING free_at`;
  const lastFreeAt = (now: number): number => now + (burst - 1) * everyMs;
  return {
    take: async (subject) => {
      const hash = hashOf(subject);
      const now = clock.now();
      const values = [hash, iso(now), iso(lastFreeAt(now))];
      if ((await query({ name: `take_${name}`, text: takeText, values })).length > 0) {
        return 0;
      }
      const [row] = await query<{ readonly free_at: Date }>({
        name: `free_at_${name}`,
        text: `SELECT free_at FROM ${table} WHERE subject = $1`,
        values: [hash],
      });
      return row === undefined ? 0 : Math.max(1, row.free_at.getTime() - lastFreeAt(now));
    },
    giveBack: async (subject) => {
      await query({
        name: `give_back_${name}`,
        text: `UPDATE ${table} SET free_at = free_at - ${step} WHERE subject = $1`,
        values: [hashOf(subject)],
      });
    },
  };
}

function hashOf(subject: string): Buffer {
  return createHash('sha256').update(subject).digest();
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}

/** The limit of one kind of action, and the subject that it counts for. */
export type Count = { readonly limit: CountLimit; readonly subject: string };

/**
 * Counts one action under each limit and returns 0. When a limit does not allow the action, counts it under none, and
 * returns the milliseconds until this limit allows it.
 */
export async function takeAll(counts: readonly Count[]): Promise<number> {
  const taken: Count[] = [];
  for (const count of counts) {
    const waitMs = await count.limit.take(count.subject);
    if (waitMs > 0) {
      await giveBackAll(taken);
      return waitMs;
    }
    taken.push(count);
  }
  return 0;
}

/** Undoes the count of one action under each limit. */
export async function giveBackAll(counts: readonly Count[]): Promise<void> {
  for (const { limit, subject } of counts) {
    await limit.giveBack(subject);
  }
}
