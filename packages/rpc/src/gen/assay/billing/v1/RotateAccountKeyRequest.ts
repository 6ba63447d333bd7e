// Original file: protos/assay/billing/v1/billing.proto


export interface RotateAccountKeyRequest {
  'account_id'?: (string);
  /**
   * The key that is replaced.
   */
  'key_id'?: (string);
  /**
   * Seconds for which the replaced key still works: 60 to 2,592,000.
   */
  'overlap_seconds'?: (number);
  /**
   * An id of this request, 1 to 100 visible ASCII characters. A repeated request with the same id creates nothing and returns
   * the key of the first one, within 24 hours. Empty for a new key with every request.
   */
  'operation_id'?: (string);
}

export interface RotateAccountKeyRequest__Output {
  'account_id': (string);
  /**
   * The key that is replaced.
   */
  'key_id': (string);
  /**
   * Seconds for which the replaced key still works: 60 to 2,592,000.
   */
  'overlap_seconds': (number);
  /**
   * An id of this request, 1 to 100 visible ASCII characters. A repeated request with the same id creates nothing and returns
   * the key of the first one, within 24 hours. Empty for a new key with every request.
   */
  'operation_id': (string);
}
