// Original file: protos/assay/billing/v1/billing.proto

import type { Long } from '@grpc/proto-loader';

export interface AdmitRequest {
  /**
   * SHA-256 of the whole key, 32 bytes.
   */
  'key_sha256'?: (Buffer | Uint8Array | string);
  /**
   * Zero takes no hold (the request is known to end without work).
   */
  'hold_micros'?: (number | string | Long);
  /**
   * Chosen by the caller, unique: makes the hold and its settlement idempotent. Empty when hold_micros is zero.
   */
  'hold_id'?: (string);
  /**
   * 32 lowercase hex digits.
   */
  'trace_id'?: (string);
  /**
   * What the hold is for, such as "get_data token.price".
   */
  'operation'?: (string);
}

export interface AdmitRequest__Output {
  /**
   * SHA-256 of the whole key, 32 bytes.
   */
  'key_sha256': (Buffer);
  /**
   * Zero takes no hold (the request is known to end without work).
   */
  'hold_micros': (string);
  /**
   * Chosen by the caller, unique: makes the hold and its settlement idempotent. Empty when hold_micros is zero.
   */
  'hold_id': (string);
  /**
   * 32 lowercase hex digits.
   */
  'trace_id': (string);
  /**
   * What the hold is for, such as "get_data token.price".
   */
  'operation': (string);
}
