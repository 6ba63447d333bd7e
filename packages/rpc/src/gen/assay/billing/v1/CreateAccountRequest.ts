// Original file: protos/assay/billing/v1/billing.proto

import type { Long } from '@grpc/proto-loader';

export interface CreateAccountRequest {
  'name'?: (string);
  'credit_micros'?: (number | string | Long);
  /**
   * Requests per minute; zero takes the configured default.
   */
  'rate_limit_per_minute'?: (number);
}

export interface CreateAccountRequest__Output {
  'name': (string);
  'credit_micros': (string);
  /**
   * Requests per minute; zero takes the configured default.
   */
  'rate_limit_per_minute': (number);
}
