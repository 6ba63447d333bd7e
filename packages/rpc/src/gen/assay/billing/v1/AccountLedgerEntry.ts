// Original file: protos/assay/billing/v1/billing.proto

import type { Long } from '@grpc/proto-loader';

/**
 * A ledger entry as the owner of the account sees it.
 */
export interface AccountLedgerEntry {
  /**
   * The hold of a capture or a reversal; the id of a credit.
   */
  'operation_id'?: (string);
  /**
   * capture, reversal, credit or carried: the sum of a day whose entries are no longer stored.
   */
  'kind'?: (string);
  /**
   * Negative for a capture.
   */
  'amount_micros'?: (number | string | Long);
  'at'?: (string);
  /**
   * The trace and the call of a capture or a reversal, such as "get_data token.price". Empty for a credit, and when the
   * hold was deleted because of its age.
   */
  'trace_id'?: (string);
  'call'?: (string);
}

/**
 * A ledger entry as the owner of the account sees it.
 */
export interface AccountLedgerEntry__Output {
  /**
   * The hold of a capture or a reversal; the id of a credit.
   */
  'operation_id': (string);
  /**
   * capture, reversal, credit or carried: the sum of a day whose entries are no longer stored.
   */
  'kind': (string);
  /**
   * Negative for a capture.
   */
  'amount_micros': (string);
  'at': (string);
  /**
   * The trace and the call of a capture or a reversal, such as "get_data token.price". Empty for a credit, and when the
   * hold was deleted because of its age.
   */
  'trace_id': (string);
  'call': (string);
}
