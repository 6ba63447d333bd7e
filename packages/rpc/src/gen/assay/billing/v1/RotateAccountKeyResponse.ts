// Original file: protos/assay/billing/v1/billing.proto

import type { ApiKey as _assay_billing_v1_ApiKey, ApiKey__Output as _assay_billing_v1_ApiKey__Output } from '../../../assay/billing/v1/ApiKey.ts';

export interface RotateAccountKeyResponse {
  /**
   * The whole new key. Only this response contains it.
   */
  'key'?: (string);
  /**
   * The new key.
   */
  'record'?: (_assay_billing_v1_ApiKey | null);
  /**
   * The replaced key with its end.
   */
  'replaced'?: (_assay_billing_v1_ApiKey | null);
}

export interface RotateAccountKeyResponse__Output {
  /**
   * The whole new key. Only this response contains it.
   */
  'key': (string);
  /**
   * The new key.
   */
  'record': (_assay_billing_v1_ApiKey__Output | null);
  /**
   * The replaced key with its end.
   */
  'replaced': (_assay_billing_v1_ApiKey__Output | null);
}
