// Original file: protos/assay/billing/v1/billing.proto


export interface ListAccountsRequest {
  /**
   * At most 100 ids.
   */
  'account_ids'?: (string)[];
}

export interface ListAccountsRequest__Output {
  /**
   * At most 100 ids.
   */
  'account_ids': (string)[];
}
