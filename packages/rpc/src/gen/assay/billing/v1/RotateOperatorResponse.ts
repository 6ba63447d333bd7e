// Original file: protos/assay/billing/v1/billing.proto


export interface RotateOperatorResponse {
  /**
   * The whole new token. Only this response contains it.
   */
  'token'?: (string);
}

export interface RotateOperatorResponse__Output {
  /**
   * The whole new token. Only this response contains it.
   */
  'token': (string);
}
