// Original file: protos/assay/billing/v1/billing.proto

import type { ApiKey as _assay_billing_v1_ApiKey, ApiKey__Output as _assay_billing_v1_ApiKey__Output } from '../../../assay/billing/v1/ApiKey.ts';

export interface RevokeAccountKeyResponse {
  'record'?: (_assay_billing_v1_ApiKey | null);
}

export interface RevokeAccountKeyResponse__Output {
  'record': (_assay_billing_v1_ApiKey__Output | null);
}
