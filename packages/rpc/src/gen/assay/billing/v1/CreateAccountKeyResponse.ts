// Original file: protos/assay/billing/v1/billing.proto

import type { ApiKey as _assay_billing_v1_ApiKey, ApiKey__Output as _assay_billing_v1_ApiKey__Output } from '../../../assay/billing/v1/ApiKey.ts';

export interface CreateAccountKeyResponse {
  /**
   * The whole key. Only this response contains it.
   */
  'key'?: (string);
  'record'?: (_assay_billing_v1_ApiKey | null);
}

export interface CreateAccountKeyResponse__Output {
  /**
   * The whole key. Only this response contains it.
   */
  'key': (string);
  'record': (_assay_billing_v1_ApiKey__Output | null);
}
