// Original file: protos/assay/billing/v1/billing.proto


export interface CreateOperatorResponse {
  /**
   * The whole token. Only this response contains it.
   */
  'token'?: (string);
}

export interface CreateOperatorResponse__Output {
  /**
   * The whole token. Only this response contains it.
   */
  'token': (string);
}
