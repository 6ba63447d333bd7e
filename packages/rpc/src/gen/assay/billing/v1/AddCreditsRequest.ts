// Original file: protos/assay/billing/v1/billing.proto

import type { Long } from '@grpc/proto-loader';

export interface AddCreditsRequest {
  'account_id'?: (string);
  'credit_micros'?: (number | string | Long);
  /**
   * An id such as that of a payment. A repeated top-up with the same id is credited once. Empty for a new id.
   */
  'operation_id'?: (string);
}

export interface AddCreditsRequest__Output {
  'account_id': (string);
  'credit_micros': (string);
  /**
   * An id such as that of a payment. A repeated top-up with the same id is credited once. Empty for a new id.
   */
  'operation_id': (string);
}
