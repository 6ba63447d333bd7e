// Original file: protos/assay/billing/v1/billing.proto

import type { Long } from '@grpc/proto-loader';

export interface AddCreditsResponse {
  'balance_micros'?: (number | string | Long);
  /**
   * False when this operation id was already credited.
   */
  'credited'?: (boolean);
}

export interface AddCreditsResponse__Output {
  'balance_micros': (string);
  /**
   * False when this operation id was already credited.
   */
  'credited': (boolean);
}
