// Original file: protos/assay/billing/v1/billing.proto


export interface ConfirmRequest {
  /**
   * Answers that were handed to the caller's connection.
   */
  'delivered_hold_ids'?: (string)[];
  /**
   * Answers that could not be: their captures are given back at once, their open holds released.
   */
  'undelivered_hold_ids'?: (string)[];
}

export interface ConfirmRequest__Output {
  /**
   * Answers that were handed to the caller's connection.
   */
  'delivered_hold_ids': (string)[];
  /**
   * Answers that could not be: their captures are given back at once, their open holds released.
   */
  'undelivered_hold_ids': (string)[];
}
