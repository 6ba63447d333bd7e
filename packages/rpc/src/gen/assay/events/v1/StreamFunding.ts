// Original file: protos/assay/events/v1/events.proto

import type { Long } from '@grpc/proto-loader';

export interface StreamFunding {
  'rate'?: (string);
  /**
   * Zero when the venue gives none.
   */
  'interval_hours'?: (number);
  /**
   * Milliseconds since the Unix epoch; zero when the venue gives none.
   */
  'next_funding_at_ms'?: (number | string | Long);
  'at_ms'?: (number | string | Long);
}

export interface StreamFunding__Output {
  'rate': (string);
  /**
   * Zero when the venue gives none.
   */
  'interval_hours': (number);
  /**
   * Milliseconds since the Unix epoch; zero when the venue gives none.
   */
  'next_funding_at_ms': (string);
  'at_ms': (string);
}
