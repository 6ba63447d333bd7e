// Original file: protos/assay/billing/v1/billing.proto

import type { Long } from '@grpc/proto-loader';

export interface LedgerEntry {
  'account_id'?: (string);
  'amount_micros'?: (number | string | Long);
  /**
   * capture, reversal or credit.
   */
  'kind'?: (string);
  'at'?: (string);
}

export interface LedgerEntry__Output {
  'account_id': (string);
  'amount_micros': (string);
  /**
   * capture, reversal or credit.
   */
  'kind': (string);
  'at': (string);
}
