// Original file: protos/assay/billing/v1/billing.proto

import type { Account as _assay_billing_v1_Account, Account__Output as _assay_billing_v1_Account__Output } from '../../../assay/billing/v1/Account.ts';

export interface SetRateLimitResponse {
  'account'?: (_assay_billing_v1_Account | null);
}

export interface SetRateLimitResponse__Output {
  'account': (_assay_billing_v1_Account__Output | null);
}
