// Original file: protos/assay/billing/v1/billing.proto


export interface CreateKeyRequest {
  'account_id'?: (string);
}

export interface CreateKeyRequest__Output {
  'account_id': (string);
}
