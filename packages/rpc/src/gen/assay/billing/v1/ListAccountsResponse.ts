// Original file: protos/assay/billing/v1/billing.proto

import type { Account as _assay_billing_v1_Account, Account__Output as _assay_billing_v1_Account__Output } from '../../../assay/billing/v1/Account.ts';

export interface ListAccountsResponse {
  /**
   * In the order of their creation.
   */
  'accounts'?: (_assay_billing_v1_Account)[];
}

export interface ListAccountsResponse__Output {
  /**
   * In the order of their creation.
   */
  'accounts': (_assay_billing_v1_Account__Output)[];
}
