// Original file: protos/assay/billing/v1/billing.proto


export interface ConfirmResponse {
  /**
   * Holds that another transaction locks, or whose account it locks. Nothing changed about them; the caller sends them again.
   */
  'busy_hold_ids'?: (string)[];
}

export interface ConfirmResponse__Output {
  /**
   * Holds that another transaction locks, or whose account it locks. Nothing changed about them; the caller sends them again.
   */
  'busy_hold_ids': (string)[];
}
