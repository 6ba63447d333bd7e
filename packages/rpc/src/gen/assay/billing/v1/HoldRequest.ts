// Original file: protos/assay/billing/v1/billing.proto

import type { Long } from '@grpc/proto-loader';

export interface HoldRequest {
  'account_id'?: (string);
  'hold_micros'?: (number | string | Long);
  'hold_id'?: (string);
  'trace_id'?: (string);
  'operation'?: (string);
}

export interface HoldRequest__Output {
  'account_id': (string);
  'hold_micros': (string);
  'hold_id': (string);
  'trace_id': (string);
  'operation': (string);
}
