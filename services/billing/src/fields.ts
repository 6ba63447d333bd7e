import { Fault } from '@assay/faults/faults';

/**
 * Maximum amount in micro-credits, far above the balance of any account. The sum of a batch of such amounts still fits
 * in 64 bits.
 */
const maxMicros = 1_000_000_000_000_000n;
const wholePattern = /^-?\d{1,19}$/;
const accountIdPattern = /^acc_[0-9A-Za-z]{22}$/;
const traceIdPattern = /^[0-9a-f]{32}$/;
const maxNameLength = 100;
const operationIdPattern = /^[\u0021-\u007e]{1,100}$/;

/** Throws INVALID_PARAM unless the amount is a whole number of micro-credits from `min` to 10^15. */
export function checkMicros(field: string, value: string, min: bigint): void {
  const amount = wholePattern.test(value) ? BigInt(value) : undefined;
  if (amount === undefined || amount < min || amount > maxMicros) {
    throw new Fault('INVALID_PARAM', `${field} must be a whole number of micro-credits from ${min} to ${maxMicros}`);
  }
}

/** Throws INVALID_PARAM unless the value has the form of an account id. */
export function checkAccountId(value: string): void {
  if (!accountIdPattern.test(value)) {
    throw new Fault('INVALID_PARAM', 'account_id must be "acc_" and 22 letters or digits');
  }
}

/** Throws INVALID_PARAM unless the value has the form of a trace id. */
export function checkTraceId(value: string): void {
  if (!traceIdPattern.test(value)) {
    throw new Fault('INVALID_PARAM', 'trace_id must be 32 lowercase hex digits');
  }
}

/** Throws INVALID_PARAM unless the name has 1 to 100 characters, none of them a control character, and not only spaces. */
export function checkName(name: string): void {
  const length = Array.from(name).length;
  if (name.trim() === '' || length > maxNameLength || /\p{Cc}/u.test(name)) {
    throw new Fault(
      'INVALID_PARAM',
      `name must be 1 to ${maxNameLength} characters, not only spaces and without control characters`,
    );
  }
}

/** Throws INVALID_PARAM unless the id of an operation is empty or 1 to 100 visible ASCII characters. */
export function checkOperationId(value: string): void {
  if (value !== '' && !operationIdPattern.test(value)) {
    throw new Fault('INVALID_PARAM', 'operation_id must be up to 100 printable ASCII characters without spaces');
  }
}

/** Returns the fault of an unknown account id. */
export function noAccount(): Fault {
  return new Fault('NOT_FOUND', 'no account has this account_id');
}
