// Original file: protos/assay/engine/v1/engine.proto

import type { Evidence as _assay_engine_v1_Evidence, Evidence__Output as _assay_engine_v1_Evidence__Output } from '../../../assay/engine/v1/Evidence.ts';
import type { Long } from '@grpc/proto-loader';

export interface PairIndependence {
  'one'?: (string);
  'other'?: (string);
  /**
   * shared_upstream, independent or unknown.
   */
  'verdict'?: (string);
  'nats'?: (number | string);
  'observations'?: (number);
  /**
   * Milliseconds since the Unix epoch; zero before the first verdict.
   */
  'since_ms'?: (number | string | Long);
  'evidence'?: (_assay_engine_v1_Evidence)[];
  /**
   * The reason of the verdict as a sentence.
   */
  'reason'?: (string);
  /**
   * For a verdict over all keys the key whose evidence decides it; empty without one.
   */
  'measured_on'?: (string);
  /**
   * Upper bound of what either of the two contains of the other, in parts per 10,000; zero while nothing bounds it.
   */
  'max_share_parts'?: (number);
}

export interface PairIndependence__Output {
  'one': (string);
  'other': (string);
  /**
   * shared_upstream, independent or unknown.
   */
  'verdict': (string);
  'nats': (number);
  'observations': (number);
  /**
   * Milliseconds since the Unix epoch; zero before the first verdict.
   */
  'since_ms': (string);
  'evidence': (_assay_engine_v1_Evidence__Output)[];
  /**
   * The reason of the verdict as a sentence.
   */
  'reason': (string);
  /**
   * For a verdict over all keys the key whose evidence decides it; empty without one.
   */
  'measured_on': (string);
  /**
   * Upper bound of what either of the two contains of the other, in parts per 10,000; zero while nothing bounds it.
   */
  'max_share_parts': (number);
}
