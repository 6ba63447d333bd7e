// Original file: protos/assay/billing/v1/billing.proto


export interface CreateAccountKeyRequest {
  'account_id'?: (string);
  /**
   * 1 to 100 characters.
   */
  'name'?: (string);
}

export interface CreateAccountKeyRequest__Output {
  'account_id': (string);
  /**
   * 1 to 100 characters.
   */
  'name': (string);
}
