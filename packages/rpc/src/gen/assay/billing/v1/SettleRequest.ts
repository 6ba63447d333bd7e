// Original file: protos/assay/billing/v1/billing.proto

import type { Long } from '@grpc/proto-loader';

export interface SettleRequest {
  'hold_id'?: (string);
  /**
   * The amount to capture, at most the amount held.
   */
  'capture_micros'?: (number | string | Long);
  /**
   * The customer has already received what this pays for. The capture is final and needs no confirmation. A lapsed hold
   * is captured too, if the account's free credit covers it.
   */
  'received'?: (boolean);
}

export interface SettleRequest__Output {
  'hold_id': (string);
  /**
   * The amount to capture, at most the amount held.
   */
  'capture_micros': (string);
  /**
   * The customer has already received what this pays for. The capture is final and needs no confirmation. A lapsed hold
   * is captured too, if the account's free credit covers it.
   */
  'received': (boolean);
}
