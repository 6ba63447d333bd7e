import { Fault } from '@assay/faults/faults';
import type { AdmitRequest__Output } from '@assay/rpc/gen/assay/billing/v1/AdmitRequest';
import type { ConfirmRequest__Output } from '@assay/rpc/gen/assay/billing/v1/ConfirmRequest';
import type { HoldRequest__Output } from '@assay/rpc/gen/assay/billing/v1/HoldRequest';
import { checkAccountId, checkMicros, checkTraceId } from '../fields.ts';
import type { SettleItem } from './store.ts';

const sha256Bytes = 32;
const holdIdPattern = /^[0-9A-Za-z_.:-]{1,64}$/;
const operationPattern = /^[\u0020-\u007e]{1,100}$/;
const wordPattern = /^[a-z_]{0,40}$/;
const maxConfirmIds = 1_000;

/**
 * The functions in this file check requests before they reach the database. Items of many calls share one statement,
 * which fails as a whole when the database refuses one item. With these checks, only the call with a malformed item
 * fails.
 */

/** Checks a request for an admission. Throws INVALID_PARAM with the name of the field when one is malformed. */
export function checkAdmit(request: AdmitRequest__Output): void {
  if (request.key_sha256.length !== sha256Bytes) {
    throw new Fault('INVALID_PARAM', 'key_sha256 must be the 32 bytes of a SHA-256 digest');
  }
  checkMicros('hold_micros', request.hold_micros, 0n);
  checkTraceId(request.trace_id);
  if (request.hold_micros !== '0') {
    checkHoldId('hold_id', request.hold_id);
    checkOperation(request.operation);
  } else if (request.hold_id !== '') {
    throw new Fault('INVALID_PARAM', 'hold_id must be empty when hold_micros is 0, since nothing is held');
  }
}

/** Checks a request for a hold. Throws INVALID_PARAM with the name of the field when one is malformed. */
export function checkHold(request: HoldRequest__Output): void {
  checkAccountId(request.account_id);
  checkMicros('hold_micros', request.hold_micros, 1n);
  checkHoldId('hold_id', request.hold_id);
  checkTraceId(request.trace_id);
  checkOperation(request.operation);
}

/** Checks a settlement. Throws INVALID_PARAM with the name of the field when one is malformed. */
export function checkSettle(request: SettleItem): void {
  checkHoldId('hold_id', request.hold_id);
  checkMicros('capture_micros', request.capture_micros, 0n);
  for (const field of ['outcome', 'level'] as const) {
    if (!wordPattern.test(request[field] ?? '')) {
      throw new Fault('INVALID_PARAM', `${field} must be empty or up to 40 lowercase letters and underscores`);
    }
  }
}

/**
 * Checks a confirmation. Throws INVALID_PARAM with the name of the field for a malformed hold id, and for more than
 * 1,000 hold ids.
 */
export function checkConfirm(request: Omit<ConfirmRequest__Output, 'takes_busy'>): void {
  for (const field of ['delivered_hold_ids', 'undelivered_hold_ids'] as const) {
    if (request[field].length > maxConfirmIds) {
      throw new Fault('INVALID_PARAM', `${field} may have at most ${maxConfirmIds} ids; send several requests`);
    }
    for (const id of request[field]) {
      checkHoldId(field, id);
    }
  }
}

function checkHoldId(field: string, value: string): void {
  if (!holdIdPattern.test(value)) {
    throw new Fault('INVALID_PARAM', `${field} must be 1 to 64 letters, digits or any of "_.:-"`);
  }
}

function checkOperation(value: string): void {
  if (!operationPattern.test(value)) {
    throw new Fault(
      'INVALID_PARAM',
      'operation must be 1 to 100 printable ASCII characters, such as "get_data spot.price"',
    );
  }
}
