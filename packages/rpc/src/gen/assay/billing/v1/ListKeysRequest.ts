// Original file: protos/assay/billing/v1/billing.proto


export interface ListKeysRequest {
  'account_id'?: (string);
}

export interface ListKeysRequest__Output {
  'account_id': (string);
}
