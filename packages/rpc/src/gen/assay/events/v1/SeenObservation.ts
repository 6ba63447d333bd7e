// Original file: protos/assay/events/v1/events.proto

import type { Long } from '@grpc/proto-loader';

/**
 * One answer, or failure, of one provider: evidence of where its numbers come from.
 */
export interface SeenObservation {
  /**
   * When the answer arrived, in milliseconds since the Unix epoch by the clock of the replica that asked.
   */
  'received_at_ms'?: (number | string | Long);
  'provider'?: (string);
  /**
   * What was asked, such as spot.price:BTC.
   */
  'key'?: (string);
  /**
   * Decimal text; empty when the provider failed.
   */
  'value'?: (string);
  /**
   * When the provider says that it measured, in milliseconds since the Unix epoch; zero when it does not say.
   */
  'as_of_ms'?: (number | string | Long);
  'latency_ms'?: (number);
  /**
   * Empty when it answered.
   */
  'error'?: (string);
}

/**
 * One answer, or failure, of one provider: evidence of where its numbers come from.
 */
export interface SeenObservation__Output {
  /**
   * When the answer arrived, in milliseconds since the Unix epoch by the clock of the replica that asked.
   */
  'received_at_ms': (string);
  'provider': (string);
  /**
   * What was asked, such as spot.price:BTC.
   */
  'key': (string);
  /**
   * Decimal text; empty when the provider failed.
   */
  'value': (string);
  /**
   * When the provider says that it measured, in milliseconds since the Unix epoch; zero when it does not say.
   */
  'as_of_ms': (string);
  'latency_ms': (number);
  /**
   * Empty when it answered.
   */
  'error': (string);
}
