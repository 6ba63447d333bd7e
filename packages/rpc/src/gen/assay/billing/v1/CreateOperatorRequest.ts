// Original file: protos/assay/billing/v1/billing.proto


export interface CreateOperatorRequest {
  /**
   * 1 to 40 lowercase letters, digits, dots, underscores and hyphens, beginning with a letter. "root" is reserved.
   */
  'name'?: (string);
}

export interface CreateOperatorRequest__Output {
  /**
   * 1 to 40 lowercase letters, digits, dots, underscores and hyphens, beginning with a letter. "root" is reserved.
   */
  'name': (string);
}
