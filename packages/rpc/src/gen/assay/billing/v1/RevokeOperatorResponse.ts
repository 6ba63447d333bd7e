// Original file: protos/assay/billing/v1/billing.proto


export interface RevokeOperatorResponse {
  'revoked_at'?: (string);
}

export interface RevokeOperatorResponse__Output {
  'revoked_at': (string);
}
