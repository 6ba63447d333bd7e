// Original file: protos/assay/events/v1/events.proto

import type { Long } from '@grpc/proto-loader';

/**
 * One trade of one topic of a stream.
 */
export interface SeenPrint {
  'stream'?: (string);
  'topic'?: (string);
  /**
   * Decimal texts, as the venue wrote them. The size is in units of the base asset.
   */
  'price'?: (string);
  'size'?: (string);
  /**
   * The venue's time and id of the trade. The time is in milliseconds since the Unix epoch.
   */
  'at_ms'?: (number | string | Long);
  'id'?: (string);
  /**
   * The sender's time of the arrival, in milliseconds since the Unix epoch.
   */
  'received_at_ms'?: (number | string | Long);
  /**
   * Since when the sender sent every trade of the topic, in milliseconds since the Unix epoch.
   */
  'complete_since_ms'?: (number | string | Long);
}

/**
 * One trade of one topic of a stream.
 */
export interface SeenPrint__Output {
  'stream': (string);
  'topic': (string);
  /**
   * Decimal texts, as the venue wrote them. The size is in units of the base asset.
   */
  'price': (string);
  'size': (string);
  /**
   * The venue's time and id of the trade. The time is in milliseconds since the Unix epoch.
   */
  'at_ms': (string);
  'id': (string);
  /**
   * The sender's time of the arrival, in milliseconds since the Unix epoch.
   */
  'received_at_ms': (string);
  /**
   * Since when the sender sent every trade of the topic, in milliseconds since the Unix epoch.
   */
  'complete_since_ms': (string);
}
