// Original file: protos/assay/billing/v1/billing.proto

import type { Long } from '@grpc/proto-loader';

export interface Account {
  'id'?: (string);
  'name'?: (string);
  'balance_micros'?: (number | string | Long);
  'held_micros'?: (number | string | Long);
  'rate_limit_per_minute'?: (number);
  'created_at'?: (string);
}

export interface Account__Output {
  'id': (string);
  'name': (string);
  'balance_micros': (string);
  'held_micros': (string);
  'rate_limit_per_minute': (number);
  'created_at': (string);
}
