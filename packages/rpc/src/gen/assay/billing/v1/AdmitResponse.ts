// Original file: protos/assay/billing/v1/billing.proto

import type { Admission as _assay_billing_v1_Admission, Admission__Output as _assay_billing_v1_Admission__Output } from '../../../assay/billing/v1/Admission.ts';
import type { Long } from '@grpc/proto-loader';

export interface AdmitResponse {
  'admission'?: (_assay_billing_v1_Admission);
  'account_id'?: (string);
  /**
   * Requests per minute that this key may make, and what remains after this one.
   */
  'limit'?: (number);
  'remaining'?: (number);
  /**
   * Milliseconds until the oldest counted request leaves the window (the time to wait when limited).
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
   * Requests per minute that this key may make, and what remains after this one.
   */
  'limit': (number);
  'remaining': (number);
  /**
   * Milliseconds until the oldest counted request leaves the window (the time to wait when limited).
   */
  'reset_ms': (number);
  /**
   * The account's balance, holds not deducted.
   */
  'balance_micros': (string);
}
