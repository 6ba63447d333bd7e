// Original file: protos/assay/billing/v1/billing.proto


export interface CreateKeyResponse {
  /**
   * Shown this once.
   */
  'key'?: (string);
  'key_prefix'?: (string);
}

export interface CreateKeyResponse__Output {
  /**
   * Shown this once.
   */
  'key': (string);
  'key_prefix': (string);
}
