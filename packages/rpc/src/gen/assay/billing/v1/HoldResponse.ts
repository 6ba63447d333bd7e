// Original file: protos/assay/billing/v1/billing.proto

import type { Long } from '@grpc/proto-loader';

export interface HoldResponse {
  'held'?: (boolean);
  'balance_micros'?: (number | string | Long);
}

export interface HoldResponse__Output {
  'held': (boolean);
  'balance_micros': (string);
}
