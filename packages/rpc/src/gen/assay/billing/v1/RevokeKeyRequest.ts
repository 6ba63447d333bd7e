// Original file: protos/assay/billing/v1/billing.proto


export interface RevokeKeyRequest {
  /**
   * The whole key, or its first 8 characters if they identify one key.
   */
  'key'?: (string);
}

export interface RevokeKeyRequest__Output {
  /**
   * The whole key, or its first 8 characters if they identify one key.
   */
  'key': (string);
}
