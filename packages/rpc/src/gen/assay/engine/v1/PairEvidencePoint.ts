// Original file: protos/assay/engine/v1/engine.proto

import type { Long } from '@grpc/proto-loader';

/**
 * The evidence on a pair at one moment.
 */
export interface PairEvidencePoint {
  /**
   * Milliseconds since the Unix epoch.
   */
  'at_ms'?: (number | string | Long);
  /**
   * shared_upstream, independent or unknown.
   */
  'verdict'?: (string);
  /**
   * Evidence for one upstream. The thresholds of verdicts apply to it.
   */
  'nats'?: (number | string);
  /**
   * Evidence against one upstream, as a positive number.
   */
  'nats_against'?: (number | string);
  'observations'?: (number);
}

/**
 * The evidence on a pair at one moment.
 */
export interface PairEvidencePoint__Output {
  /**
   * Milliseconds since the Unix epoch.
   */
  'at_ms': (string);
  /**
   * shared_upstream, independent or unknown.
   */
  'verdict': (string);
  /**
   * Evidence for one upstream. The thresholds of verdicts apply to it.
   */
  'nats': (number);
  /**
   * Evidence against one upstream, as a positive number.
   */
  'nats_against': (number);
  'observations': (number);
}
