// Original file: protos/assay/billing/v1/billing.proto

import type { Admission as _assay_billing_v1_Admission, Admission__Output as _assay_billing_v1_Admission__Output } from '../../../assay/billing/v1/Admission.ts';
import type { Long } from '@grpc/proto-loader';

export interface AdmitResponse {
  'admission'?: (_assay_billing_v1_Admission);
  'account_id'?: (string);
  /**
   * Maximum number of requests per minute with this key, and how many remain after this one.
   */
  'limit'?: (number);
  'remaining'?: (number);
  /**
   * Milliseconds until the oldest counted request leaves the window. A limited caller waits this long.
   */
  'reset_ms'?: (number);
  /**
   * The account's balance, holds not deducted.
   */
  'balance_micros'?: (number | string | Long);
}

export interface AdmitResponse__Output {
  'admission': (_assay_billing_v1_Admission__Output);
  'account_id': (string);
  /**
   * Maximum number of requests per minute with this key, and how many remain after this one.
   */
  'limit': (number);
  'remaining': (number);
  /**
   * Milliseconds until the oldest counted request leaves the window. A limited caller waits this long.
   */
  'reset_ms': (number);
  /**
   * The account's balance, holds not deducted.
   */
  'balance_micros': (string);
}
