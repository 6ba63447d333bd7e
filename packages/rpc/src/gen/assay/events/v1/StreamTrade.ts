// Original file: protos/assay/events/v1/events.proto

import type { Long } from '@grpc/proto-loader';

export interface StreamTrade {
  'price'?: (string);
  /**
   * The venue's time, in milliseconds since the Unix epoch.
   */
  'at_ms'?: (number | string | Long);
  'id'?: (string);
}

export interface StreamTrade__Output {
  'price': (string);
  /**
   * The venue's time, in milliseconds since the Unix epoch.
   */
  'at_ms': (string);
  'id': (string);
}
