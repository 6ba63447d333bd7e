// Original file: protos/assay/events/v1/events.proto

import type { Long } from '@grpc/proto-loader';

/**
 * The verdict on two providers at the time of its use.
 */
export interface PairVerdict {
  'one'?: (string);
  'other'?: (string);
  /**
   * shared_upstream, independent or unknown.
   */
  'verdict'?: (string);
  /**
   * Strength of the evidence for a shared upstream, in nats.
   */
  'nats'?: (number | string);
  /**
   * Number of observations that could distinguish a copy from an independent provider.
   */
  'observations'?: (number);
  /**
   * Time of the verdict's last change, in milliseconds since the Unix epoch; zero before the first verdict.
   */
  'since_ms'?: (number | string | Long);
  /**
   * The key on which the verdict was measured, such as spot.price:BTC; empty when nothing was measured.
   */
  'measured_on'?: (string);
  /**
   * Upper bound of what either of the two contains of the other, in parts per 10,000; zero while nothing bounds it.
   */
  'max_share_parts'?: (number);
  /**
   * Why more than the measurement decided, as a sentence, such as what a provider states about itself; empty otherwise.
   */
  'reason'?: (string);
}

/**
 * The verdict on two providers at the time of its use.
 */
export interface PairVerdict__Output {
  'one': (string);
  'other': (string);
  /**
   * shared_upstream, independent or unknown.
   */
  'verdict': (string);
  /**
   * Strength of the evidence for a shared upstream, in nats.
   */
  'nats': (number);
  /**
   * Number of observations that could distinguish a copy from an independent provider.
   */
  'observations': (number);
  /**
   * Time of the verdict's last change, in milliseconds since the Unix epoch; zero before the first verdict.
   */
  'since_ms': (string);
  /**
   * The key on which the verdict was measured, such as spot.price:BTC; empty when nothing was measured.
   */
  'measured_on': (string);
  /**
   * Upper bound of what either of the two contains of the other, in parts per 10,000; zero while nothing bounds it.
   */
  'max_share_parts': (number);
  /**
   * Why more than the measurement decided, as a sentence, such as what a provider states about itself; empty otherwise.
   */
  'reason': (string);
}
