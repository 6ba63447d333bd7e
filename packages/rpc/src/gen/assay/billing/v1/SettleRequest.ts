// Original file: protos/assay/billing/v1/billing.proto

import type { Long } from '@grpc/proto-loader';

export interface SettleRequest {
  'hold_id'?: (string);
  /**
   * At most the amount held.
   */
  'capture_micros'?: (number | string | Long);
}

export interface SettleRequest__Output {
  'hold_id': (string);
  /**
   * At most the amount held.
   */
  'capture_micros': (string);
}
