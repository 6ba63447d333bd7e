// Original file: protos/assay/billing/v1/billing.proto

import type { Long } from '@grpc/proto-loader';

export interface CreateAccountRequest {
  'name'?: (string);
  'credit_micros'?: (number | string | Long);
  /**
   * Requests per minute; zero takes the configured default.
   */
  'rate_limit_per_minute'?: (number);
  /**
   * An id of this request, 1 to 100 visible ASCII characters. A repeated request with the same id creates nothing and returns
   * the account and the key of the first one, within 24 hours. Empty for a new account with every request.
   */
  'operation_id'?: (string);
}

export interface CreateAccountRequest__Output {
  'name': (string);
  'credit_micros': (string);
  /**
   * Requests per minute; zero takes the configured default.
   */
  'rate_limit_per_minute': (number);
  /**
   * An id of this request, 1 to 100 visible ASCII characters. A repeated request with the same id creates nothing and returns
   * the account and the key of the first one, within 24 hours. Empty for a new account with every request.
   */
  'operation_id': (string);
}
