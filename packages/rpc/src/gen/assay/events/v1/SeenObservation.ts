// Original file: protos/assay/events/v1/events.proto

import type { Long } from '@grpc/proto-loader';

/**
 * One answer or failure of one provider. It is evidence of where the provider's numbers come from.
 */
export interface SeenObservation {
  /**
   * Time when the answer arrived, in milliseconds since the Unix epoch by the clock of the replica that asked.
   */
  'received_at_ms'?: (number | string | Long);
  'provider'?: (string);
  /**
   * The measured key, such as spot.price:BTC.
   */
  'key'?: (string);
  /**
   * Decimal text; empty when the provider failed.
   */
  'value'?: (string);
  /**
   * Time of the measurement according to the provider, in milliseconds since the Unix epoch; zero when unknown.
   */
  'as_of_ms'?: (number | string | Long);
  'latency_ms'?: (number);
  /**
   * The error of a failure; empty for an answer.
   */
  'error'?: (string);
}

/**
 * One answer or failure of one provider. It is evidence of where the provider's numbers come from.
 */
export interface SeenObservation__Output {
  /**
   * Time when the answer arrived, in milliseconds since the Unix epoch by the clock of the replica that asked.
   */
  'received_at_ms': (string);
  'provider': (string);
  /**
   * The measured key, such as spot.price:BTC.
   */
  'key': (string);
  /**
   * Decimal text; empty when the provider failed.
   */
  'value': (string);
  /**
   * Time of the measurement according to the provider, in milliseconds since the Unix epoch; zero when unknown.
   */
  'as_of_ms': (string);
  'latency_ms': (number);
  /**
   * The error of a failure; empty for an answer.
   */
  'error': (string);
}
