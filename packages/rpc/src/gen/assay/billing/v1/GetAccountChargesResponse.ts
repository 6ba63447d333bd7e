// Original file: protos/assay/billing/v1/billing.proto

import type { Charge as _assay_billing_v1_Charge, Charge__Output as _assay_billing_v1_Charge__Output } from '../../../assay/billing/v1/Charge.ts';

export interface GetAccountChargesResponse {
  'charges'?: (_assay_billing_v1_Charge)[];
}

export interface GetAccountChargesResponse__Output {
  'charges': (_assay_billing_v1_Charge__Output)[];
}
