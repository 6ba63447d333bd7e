// Original file: protos/assay/billing/v1/billing.proto

import type { ApiKey as _assay_billing_v1_ApiKey, ApiKey__Output as _assay_billing_v1_ApiKey__Output } from '../../../assay/billing/v1/ApiKey.ts';

export interface ListKeysResponse {
  'keys'?: (_assay_billing_v1_ApiKey)[];
}

export interface ListKeysResponse__Output {
  'keys': (_assay_billing_v1_ApiKey__Output)[];
}
