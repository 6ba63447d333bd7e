// Original file: protos/assay/billing/v1/billing.proto


export interface BeginIdempotentCallRequest {
  'account_id'?: (string);
  /**
   * SHA-256 of the caller's idempotency key, 32 bytes.
   */
  'key_sha256'?: (Buffer | Uint8Array | string);
  /**
   * SHA-256 of the path and the body, 32 bytes. The same key with another fingerprint is a mismatch.
   */
  'fingerprint'?: (Buffer | Uint8Array | string);
  /**
   * The trace of this attempt, 32 lowercase hex digits. Every request has a trace of its own, so it identifies the
   * attempt and the holds that it takes.
   */
  'trace_id'?: (string);
}

export interface BeginIdempotentCallRequest__Output {
  'account_id': (string);
  /**
   * SHA-256 of the caller's idempotency key, 32 bytes.
   */
  'key_sha256': (Buffer);
  /**
   * SHA-256 of the path and the body, 32 bytes. The same key with another fingerprint is a mismatch.
   */
  'fingerprint': (Buffer);
  /**
   * The trace of this attempt, 32 lowercase hex digits. Every request has a trace of its own, so it identifies the
   * attempt and the holds that it takes.
   */
  'trace_id': (string);
}
