// Original file: protos/assay/billing/v1/billing.proto

import type { Long } from '@grpc/proto-loader';

export interface AddCreditsRequest {
  'account_id'?: (string);
  'credit_micros'?: (number | string | Long);
  /**
   * Makes a repeated top-up (a payment's id, say) count once; empty for a fresh one.
   */
  'operation_id'?: (string);
}

export interface AddCreditsRequest__Output {
  'account_id': (string);
  'credit_micros': (string);
  /**
   * Makes a repeated top-up (a payment's id, say) count once; empty for a fresh one.
   */
  'operation_id': (string);
}
