// Original file: protos/assay/billing/v1/billing.proto


export interface CreateKeyResponse {
  /**
   * The whole key. Only this response contains it.
   */
  'key'?: (string);
  'key_prefix'?: (string);
}

export interface CreateKeyResponse__Output {
  /**
   * The whole key. Only this response contains it.
   */
  'key': (string);
  'key_prefix': (string);
}
