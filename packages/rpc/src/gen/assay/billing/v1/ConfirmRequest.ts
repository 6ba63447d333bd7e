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
  /**
   * Whether the caller sends the ids of busy_hold_ids again. Without it a busy hold fails the whole request.
   */
  'takes_busy'?: (boolean);
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
  /**
   * Whether the caller sends the ids of busy_hold_ids again. Without it a busy hold fails the whole request.
   */
  'takes_busy': (boolean);
}
