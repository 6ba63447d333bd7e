// Original file: protos/assay/billing/v1/billing.proto


export interface ConfirmRequest {
  /**
   * Holds whose answers reached the caller's connection.
   */
  'delivered_hold_ids'?: (string)[];
  /**
   * Holds whose answers did not. Billing reverses their captures and releases their open holds at once.
   */
  'undelivered_hold_ids'?: (string)[];
}

export interface ConfirmRequest__Output {
  /**
   * Holds whose answers reached the caller's connection.
   */
  'delivered_hold_ids': (string)[];
  /**
   * Holds whose answers did not. Billing reverses their captures and releases their open holds at once.
   */
  'undelivered_hold_ids': (string)[];
}
