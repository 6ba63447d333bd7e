// Original file: protos/assay/billing/v1/billing.proto


export interface FinishIdempotentCallRequest {
  'account_id'?: (string);
  'key_sha256'?: (Buffer | Uint8Array | string);
  'trace_id'?: (string);
  /**
   * The HTTP status of the answer. Zero ends the lease without an answer, so that the next attempt runs at once.
   */
  'http_status'?: (number);
  'body'?: (string);
}

export interface FinishIdempotentCallRequest__Output {
  'account_id': (string);
  'key_sha256': (Buffer);
  'trace_id': (string);
  /**
   * The HTTP status of the answer. Zero ends the lease without an answer, so that the next attempt runs at once.
   */
  'http_status': (number);
  'body': (string);
}
