// Original file: protos/assay/billing/v1/billing.proto


export interface Operator {
  'name'?: (string);
  'created_at'?: (string);
  /**
   * Time of the last rotation; empty before the first one.
   */
  'rotated_at'?: (string);
  /**
   * Empty while the token is valid.
   */
  'revoked_at'?: (string);
}

export interface Operator__Output {
  'name': (string);
  'created_at': (string);
  /**
   * Time of the last rotation; empty before the first one.
   */
  'rotated_at': (string);
  /**
   * Empty while the token is valid.
   */
  'revoked_at': (string);
}
