// Original file: protos/assay/billing/v1/billing.proto


export interface CreateKeyRequest {
  'account_id'?: (string);
  /**
   * An id of this request, 1 to 100 visible ASCII characters. A repeated request with the same id creates nothing and returns
   * the key of the first one, within 24 hours. Empty for a new key with every request.
   */
  'operation_id'?: (string);
}

export interface CreateKeyRequest__Output {
  'account_id': (string);
  /**
   * An id of this request, 1 to 100 visible ASCII characters. A repeated request with the same id creates nothing and returns
   * the key of the first one, within 24 hours. Empty for a new key with every request.
   */
  'operation_id': (string);
}
