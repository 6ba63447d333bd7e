// Original file: protos/assay/billing/v1/billing.proto


export interface RevokeKeyResponse {
  'account_id'?: (string);
  'key_prefix'?: (string);
  'revoked_at'?: (string);
}

export interface RevokeKeyResponse__Output {
  'account_id': (string);
  'key_prefix': (string);
  'revoked_at': (string);
}
