import { Fault, toFault } from '@assay/faults/faults';

/**
 * Classes and codes of SQLSTATE (PostgreSQL, appendix A) that speak of the server's state and not of the statement:
 * connections, resources, operator intervention such as a shutdown, time-outs, and a standby that takes no writes.
 */
const awayPattern = /^(?:08|53|57|58)|^(?:25006|55P03)$/;
/** A serialization failure and a deadlock: nothing was done, and the same statement succeeds when its rival is through. */
const conflictCodes: ReadonlySet<string> = new Set(['40001', '40P01']);
/** The classes that PostgreSQL uses; a system error such as EPIPE has five letters too. */
const sqlStatePattern = /^[0-9FHPX][0-9A-Z]{4}$/;
const conflictAttempts = 4;

/**
 * Runs a statement, again a few times where it lost to a concurrent one. What fails still is thrown as a Fault:
 * UNAVAILABLE where the database is away or busy, so that whether it was committed is unknown; INTERNAL for a bug.
 */
export async function runStatement<Result>(statement: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await statement();
    } catch (thrown) {
      if (attempt >= conflictAttempts || !conflictCodes.has(codeOf(thrown))) {
        throw databaseFault(thrown);
      }
    }
  }
}

/** A failed statement as a Fault. A failure without an SQLSTATE came from the connection and not from the server. */
export function databaseFault(thrown: unknown): Fault {
  if (thrown instanceof Fault) {
    return thrown;
  }
  const code = codeOf(thrown);
  const away = !sqlStatePattern.test(code) || awayPattern.test(code) || conflictCodes.has(code);
  const isError = thrown instanceof Error && !(thrown instanceof TypeError) && !(thrown instanceof RangeError);
  return isError && away ? new Fault('UNAVAILABLE', undefined, { cause: thrown }) : toFault(thrown);
}

function codeOf(thrown: unknown): string {
  const { code } = (thrown ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : '';
}
