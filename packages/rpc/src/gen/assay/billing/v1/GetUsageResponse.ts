// Original file: protos/assay/billing/v1/billing.proto

import type { Usage as _assay_billing_v1_Usage, Usage__Output as _assay_billing_v1_Usage__Output } from '../../../assay/billing/v1/Usage.ts';

export interface GetUsageResponse {
  /**
   * In the order of time. A step without calls has no row.
   */
  'rows'?: (_assay_billing_v1_Usage)[];
}

export interface GetUsageResponse__Output {
  /**
   * In the order of time. A step without calls has no row.
   */
  'rows': (_assay_billing_v1_Usage__Output)[];
}
