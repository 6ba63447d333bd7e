// Original file: protos/assay/billing/v1/billing.proto


export interface FindOperatorRequest {
  /**
   * SHA-256 of the whole token, 32 bytes.
   */
  'token_sha256'?: (Buffer | Uint8Array | string);
}

export interface FindOperatorRequest__Output {
  /**
   * SHA-256 of the whole token, 32 bytes.
   */
  'token_sha256': (Buffer);
}
