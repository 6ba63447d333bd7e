// Original file: protos/assay/billing/v1/billing.proto

import type { Long } from '@grpc/proto-loader';

export interface SettleRequest {
  'hold_id'?: (string);
  /**
   * At most the amount held.
   */
  'capture_micros'?: (number | string | Long);
  /**
   * What it pays for was received already. The capture is final, so nothing is to be confirmed, and a hold that lapsed is
   * captured all the same where the account's free credit covers it.
   */
  'received'?: (boolean);
}

export interface SettleRequest__Output {
  'hold_id': (string);
  /**
   * At most the amount held.
   */
  'capture_micros': (string);
  /**
   * What it pays for was received already. The capture is final, so nothing is to be confirmed, and a hold that lapsed is
   * captured all the same where the account's free credit covers it.
   */
  'received': (boolean);
}
