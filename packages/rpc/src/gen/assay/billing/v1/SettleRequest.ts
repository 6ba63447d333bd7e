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
  /**
   * How the call ended, for the account's usage: delivered, refused, no_source, failed or error. A notification also ends as
   * undelivered, unmet, unverified, gone or deferred. Empty when the caller does not say.
   */
  'outcome'?: (string);
  /**
   * The level that was reached: single_source, consensus or anchored. Empty without one.
   */
  'level'?: (string);
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
  /**
   * How the call ended, for the account's usage: delivered, refused, no_source, failed or error. A notification also ends as
   * undelivered, unmet, unverified, gone or deferred. Empty when the caller does not say.
   */
  'outcome': (string);
  /**
   * The level that was reached: single_source, consensus or anchored. Empty without one.
   */
  'level': (string);
}
