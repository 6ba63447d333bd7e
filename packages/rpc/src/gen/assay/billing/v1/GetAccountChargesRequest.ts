// Original file: protos/assay/billing/v1/billing.proto


export interface GetAccountChargesRequest {
  'account_id'?: (string);
  'trace_id'?: (string);
}

export interface GetAccountChargesRequest__Output {
  'account_id': (string);
  'trace_id': (string);
}
