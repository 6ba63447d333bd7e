// Original file: protos/assay/billing/v1/billing.proto

import type { Account as _assay_billing_v1_Account, Account__Output as _assay_billing_v1_Account__Output } from '../../../assay/billing/v1/Account.ts';

export interface OpenAccountResponse {
  'account'?: (_assay_billing_v1_Account | null);
}

export interface OpenAccountResponse__Output {
  'account': (_assay_billing_v1_Account__Output | null);
}
