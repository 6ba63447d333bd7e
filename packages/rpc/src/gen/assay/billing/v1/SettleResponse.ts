// Original file: protos/assay/billing/v1/billing.proto

import type { Settlement as _assay_billing_v1_Settlement, Settlement__Output as _assay_billing_v1_Settlement__Output } from '../../../assay/billing/v1/Settlement.ts';
import type { Long } from '@grpc/proto-loader';

export interface SettleResponse {
  'settlement'?: (_assay_billing_v1_Settlement);
  /**
   * The account's balance after this hold's own capture, other holds not deducted.
   */
  'balance_micros'?: (number | string | Long);
  /**
   * The captured amount. A repeated settlement returns the amount of the first.
   */
  'captured_micros'?: (number | string | Long);
}

export interface SettleResponse__Output {
  'settlement': (_assay_billing_v1_Settlement__Output);
  /**
   * The account's balance after this hold's own capture, other holds not deducted.
   */
  'balance_micros': (string);
  /**
   * The captured amount. A repeated settlement returns the amount of the first.
   */
  'captured_micros': (string);
}
