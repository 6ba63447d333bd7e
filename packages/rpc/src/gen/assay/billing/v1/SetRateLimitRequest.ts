// Original file: protos/assay/billing/v1/billing.proto


export interface SetRateLimitRequest {
  'account_id'?: (string);
  /**
   * Requests per minute with each key of the account, from 1 to 1,000,000.
   */
  'rate_limit_per_minute'?: (number);
}

export interface SetRateLimitRequest__Output {
  'account_id': (string);
  /**
   * Requests per minute with each key of the account, from 1 to 1,000,000.
   */
  'rate_limit_per_minute': (number);
}
