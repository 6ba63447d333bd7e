// Original file: protos/assay/billing/v1/billing.proto


export interface RevokeAccountKeyRequest {
  'account_id'?: (string);
  'key_id'?: (string);
}

export interface RevokeAccountKeyRequest__Output {
  'account_id': (string);
  'key_id': (string);
}
