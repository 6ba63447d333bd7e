// Original file: protos/assay/billing/v1/billing.proto


export interface RotateOperatorRequest {
  'name'?: (string);
}

export interface RotateOperatorRequest__Output {
  'name': (string);
}
