// Original file: protos/assay/billing/v1/billing.proto

import type { Operator as _assay_billing_v1_Operator, Operator__Output as _assay_billing_v1_Operator__Output } from '../../../assay/billing/v1/Operator.ts';

export interface ListOperatorsResponse {
  'operators'?: (_assay_billing_v1_Operator)[];
}

export interface ListOperatorsResponse__Output {
  'operators': (_assay_billing_v1_Operator__Output)[];
}
