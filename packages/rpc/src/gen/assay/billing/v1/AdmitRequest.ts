// Original file: protos/assay/billing/v1/billing.proto

import type { Long } from '@grpc/proto-loader';

export interface AdmitRequest {
  /**
   * SHA-256 of the whole key, 32 bytes.
   */
  'key_sha256'?: (Buffer | Uint8Array | string);
  /**
   * The amount to hold. Zero takes no hold, for a request that ends without work.
   */
  'hold_micros'?: (number | string | Long);
  /**
   * A unique id that the caller chooses. It makes the hold and its settlement idempotent. Empty when hold_micros is
   * zero.
   */
  'hold_id'?: (string);
  /**
   * 32 lowercase hex digits.
   */
  'trace_id'?: (string);
  /**
   * The call that the hold is for, such as "get_data token.price".
   */
  'operation'?: (string);
}

export interface AdmitRequest__Output {
  /**
   * SHA-256 of the whole key, 32 bytes.
   */
  'key_sha256': (Buffer);
  /**
   * The amount to hold. Zero takes no hold, for a request that ends without work.
   */
  'hold_micros': (string);
  /**
   * A unique id that the caller chooses. It makes the hold and its settlement idempotent. Empty when hold_micros is
   * zero.
   */
  'hold_id': (string);
  /**
   * 32 lowercase hex digits.
   */
  'trace_id': (string);
  /**
   * The call that the hold is for, such as "get_data token.price".
   */
  'operation': (string);
}
