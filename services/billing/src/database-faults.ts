import { Fault, toFault } from '@assay/faults/faults';

/**
 * SQLSTATE classes and codes of errors that concern the server instead of the statement. They stand for connection
 * errors, missing resources, shutdowns and cancellations by an administrator, time-outs, and a standby that accepts no
 * writes. Source: PostgreSQL manual, appendix A.
 */
const unavailablePattern = /^(?:08|53|57|58)|^(?:25006|55P03)$/;
/**
 * The SQLSTATE codes of a serialization failure and of a deadlock. Nothing was committed, and the statement can succeed
 * when it is repeated after the concurrent transaction has ended.
 */
const conflictCodes: ReadonlySet<string> = new Set(['40001', '40P01']);
/**
 * The form of an SQLSTATE. The code of a system error such as EPIPE can also have five characters, so the pattern
 * restricts the first one.
 */
const sqlStatePattern = /^[0-9FHPX][0-9A-Z]{4}$/;
const conflictAttempts = 4;

/**
 * Runs a statement, and repeats it up to three times after a conflict with a concurrent transaction. Throws UNAVAILABLE
 * when the database is unavailable or busy. In that case, the statement may have been committed. Throws INTERNAL when
 * the error is a defect of billing.
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

/**
 * Returns the Fault for the error of a failed statement. An error without an SQLSTATE comes from the connection, not
 * from the server, so its fault is UNAVAILABLE.
 */
export function databaseFault(thrown: unknown): Fault {
  if (thrown instanceof Fault) {
    return thrown;
  }
  const code = codeOf(thrown);
  const isUnavailable = !sqlStatePattern.test(code) || unavailablePattern.test(code) || conflictCodes.has(code);
  const isError = thrown instanceof Error && !(thrown instanceof TypeError) && !(thrown instanceof RangeError);
  return isError && isUnavailable ? new Fault('UNAVAILABLE', undefined, { cause: thrown }) : toFault(thrown);
}

function codeOf(thrown: unknown): string {
  const { code } = (thrown ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : '';
}
