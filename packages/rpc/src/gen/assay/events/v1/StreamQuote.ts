// Original file: protos/assay/events/v1/events.proto

import type { Long } from '@grpc/proto-loader';

export interface StreamQuote {
  'bid'?: (string);
  'ask'?: (string);
  /**
   * The venue's time, in milliseconds since the Unix epoch; zero when the venue gives none.
   */
  'at_ms'?: (number | string | Long);
}

export interface StreamQuote__Output {
  'bid': (string);
  'ask': (string);
  /**
   * The venue's time, in milliseconds since the Unix epoch; zero when the venue gives none.
   */
  'at_ms': (string);
}
