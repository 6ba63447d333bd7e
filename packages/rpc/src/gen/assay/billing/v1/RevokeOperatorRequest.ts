// Original file: protos/assay/billing/v1/billing.proto


export interface RevokeOperatorRequest {
  'name'?: (string);
}

export interface RevokeOperatorRequest__Output {
  'name': (string);
}
