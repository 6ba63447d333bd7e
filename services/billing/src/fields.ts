import { Fault } from '@assay/faults/faults';

/** More than any account holds, and little enough that the sum of any batch fits the database's 64 bits. */
const maxMicros = 1_000_000_000_000_000n;
const wholePattern = /^-?\d{1,19}$/;
const accountIdPattern = /^acc_[0-9A-Za-z]{22}$/;
const traceIdPattern = /^[0-9a-f]{32}$/;

/** Refuses an amount that is not a whole number of micro-credits from `min` to 10^15, as INVALID_PARAM. */
export function checkMicros(field: string, value: string, min: bigint): void {
  const amount = wholePattern.test(value) ? BigInt(value) : undefined;
  if (amount === undefined || amount < min || amount > maxMicros) {
    throw new Fault('INVALID_PARAM', `${field} must be a whole number of micro-credits from ${min} to ${maxMicros}`);
  }
}

/** Refuses what cannot be an account's id, as INVALID_PARAM. */
export function checkAccountId(value: string): void {
  if (!accountIdPattern.test(value)) {
    throw new Fault('INVALID_PARAM', 'account_id must be "acc_" and 22 letters or digits');
  }
}

/** Refuses what is not a trace id, as INVALID_PARAM. */
export function checkTraceId(value: string): void {
  if (!traceIdPattern.test(value)) {
    throw new Fault('INVALID_PARAM', 'trace_id must be 32 lowercase hex digits');
  }
}

/** The refusal of an account id that is no account's. */
export function noAccount(): Fault {
  return new Fault('NOT_FOUND', 'account_id names no account');
}
