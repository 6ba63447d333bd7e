// Original file: protos/assay/billing/v1/billing.proto


export interface GetChargesRequest {
  'trace_id'?: (string);
}

export interface GetChargesRequest__Output {
  'trace_id': (string);
}
