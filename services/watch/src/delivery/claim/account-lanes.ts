import { createFairSemaphore } from '@assay/concurrency/fair-semaphore';
import { Fault } from '@assay/faults/faults';
import type { Postgres } from '@assay/storage/postgres';

/**
 * Runs the statements of deliveries. Each statement locks rows of one account: its watches, deliveries and shares. An
 * account may run only a few statements at the same time. While another transaction has locked its rows, claims of its
 * triggers are refused without a statement. So an account never takes the connections that other accounts need.
 */
export type AccountLanes = {
  /** Returns the statements of one account. */
  readonly of: (accountId: string) => Pick<Postgres, 'query'>;
};

/** Limits of the statements. The statements of one account form its lane. */
export type AccountLaneOptions = {
  /** Maximum number of statements at the same time over all accounts: the number of connections of their pool. */
  readonly permits: number;
  /** After a claim of an account timed out waiting for a lock, its claims are refused for this many milliseconds. */
  readonly refuseForMs: number;
  /** While its rows are locked, any statement other than a claim is retried for up to this many milliseconds. */
  readonly retryForMs: number;
  /** Milliseconds on a clock that never runs backwards. */
  readonly monotonic: () => number;
  readonly pause: (milliseconds: number) => Promise<void>;
};

/**
 * Maximum number of statements of one account at the same time. More would not help, because every claim of an account
 * locks the same row, which stores the account's share.
 */
const permitsPerAccount = 2;
/**
 * Maximum number of waiting statements, more than the deliveries that a replica has in flight. No statement is
 * therefore refused for lack of space.
 */
const queue = 4_096;
const maxWaitMs = 20_000;
/**
 * The only statement without retries. If it fails, the queue delivers the trigger again. All other statements are
 * retried, because the delivery has already had effects when they run.
 */
const claimName = 'claim_trigger';
/** SQLSTATE lock_not_available: the lock timeout passed. */
const lockNotAvailable = '55P03';

/** Creates the lanes over a separate pool with a short lock timeout. */
export function createAccountLanes({ query }: Pick<Postgres, 'query'>, options: AccountLaneOptions): AccountLanes {
  const { monotonic, refuseForMs, retryForMs, pause } = options;
  const lockedUntilMs = new Map<string, number>();
  const semaphore = createFairSemaphore<string>({
    limits: [
      { keyOf: (accountId) => accountId, permits: permitsPerAccount, queue },
      { keyOf: () => 'all', permits: options.permits, queue },
    ],
    maxWaitMs,
    tenantOf: (accountId) => accountId,
  });
  const lockedForMs = (accountId: string): number => {
    const leftMs = (lockedUntilMs.get(accountId) ?? 0) - monotonic();
    if (leftMs <= 0) {
      lockedUntilMs.delete(accountId);
    }
    return Math.max(0, leftMs);
  };
  const run: (accountId: string, ...statement: Parameters<Postgres['query']>) => Promise<never[]> = async (
    accountId,
    statement,
    traces,
  ) => {
    const release = (await semaphore.acquire(accountId)) ?? busy();
    try {
      // While this statement waited for its turn, an earlier one of the account may have failed because of a lock.
      return lockedForMs(accountId) > 0 ? busy() : await query<never>(statement, traces);
    } catch (thrown) {
      if ((thrown as { readonly code?: unknown }).code === lockNotAvailable) {
        lockedUntilMs.set(accountId, monotonic() + refuseForMs);
        busy();
      }
      throw thrown;
    } finally {
      release();
    }
  };
  const runUntilFree: typeof run = async (accountId, statement, traces) => {
    const giveUpAtMs = monotonic() + retryForMs;
    for (;;) {
      try {
        return await run(accountId, statement, traces);
      } catch (thrown) {
        const waitMs = lockedForMs(accountId);
        if (statement.name === claimName || !(thrown instanceof Fault) || monotonic() + waitMs >= giveUpAtMs) {
          throw thrown;
        }
        await pause(waitMs);
      }
    }
  };
  return {
    of: (accountId) => ({ query: (statement, traces) => runUntilFree(accountId, statement, traces) }),
  };
}

function busy(): never {
  throw new Fault('UNAVAILABLE', undefined, { cause: new Error('rows of the account are locked') });
}
