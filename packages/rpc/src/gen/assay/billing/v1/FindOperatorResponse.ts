// Original file: protos/assay/billing/v1/billing.proto


export interface FindOperatorResponse {
  /**
   * Empty when no valid token has this hash.
   */
  'name'?: (string);
}

export interface FindOperatorResponse__Output {
  /**
   * Empty when no valid token has this hash.
   */
  'name': (string);
}
