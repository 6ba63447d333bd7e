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
}
