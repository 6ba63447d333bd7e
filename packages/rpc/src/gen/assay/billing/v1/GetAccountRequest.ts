// Original file: protos/assay/billing/v1/billing.proto


export interface GetAccountRequest {
  'account_id'?: (string);
}

export interface GetAccountRequest__Output {
  'account_id': (string);
}
