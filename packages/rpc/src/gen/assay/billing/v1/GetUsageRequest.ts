// Original file: protos/assay/billing/v1/billing.proto

import type { UsageStep as _assay_billing_v1_UsageStep, UsageStep__Output as _assay_billing_v1_UsageStep__Output } from '../../../assay/billing/v1/UsageStep.ts';
import type { Long } from '@grpc/proto-loader';

export interface GetUsageRequest {
  'account_id'?: (string);
  /**
   * Start and end of the time range in milliseconds since the Unix epoch. The start is rounded down to a step, the end is
   * rounded up. A range has at most 744 hours or 366 days.
   */
  'from_ms'?: (number | string | Long);
  'to_ms'?: (number | string | Long);
  'step'?: (_assay_billing_v1_UsageStep);
}

export interface GetUsageRequest__Output {
  'account_id': (string);
  /**
   * Start and end of the time range in milliseconds since the Unix epoch. The start is rounded down to a step, the end is
   * rounded up. A range has at most 744 hours or 366 days.
   */
  'from_ms': (string);
  'to_ms': (string);
  'step': (_assay_billing_v1_UsageStep__Output);
}
