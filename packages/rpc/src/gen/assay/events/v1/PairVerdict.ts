// Original file: protos/assay/events/v1/events.proto

import type { Long } from '@grpc/proto-loader';

/**
 * What was measured about two providers, as it was when it was used.
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
   * Observations that could have told a copy from an independent provider.
   */
  'observations'?: (number);
  /**
   * Since when the verdict stands, in milliseconds since the Unix epoch; zero before any judgement.
   */
  'since_ms'?: (number | string | Long);
}

/**
 * What was measured about two providers, as it was when it was used.
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
   * Observations that could have told a copy from an independent provider.
   */
  'observations': (number);
  /**
   * Since when the verdict stands, in milliseconds since the Unix epoch; zero before any judgement.
   */
  'since_ms': (string);
}
