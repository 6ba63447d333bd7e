// Original file: protos/assay/engine/v1/engine.proto

import type { PairIndependence as _assay_engine_v1_PairIndependence, PairIndependence__Output as _assay_engine_v1_PairIndependence__Output } from '../../../assay/engine/v1/PairIndependence.ts';
import type { Long } from '@grpc/proto-loader';

export interface KeyIndependence {
  'key'?: (string);
  'observations'?: (number | string | Long);
  /**
   * Milliseconds since the Unix epoch; zero before the first verdict.
   */
  'judged_at_ms'?: (number | string | Long);
  'pairs'?: (_assay_engine_v1_PairIndependence)[];
}

export interface KeyIndependence__Output {
  'key': (string);
  'observations': (string);
  /**
   * Milliseconds since the Unix epoch; zero before the first verdict.
   */
  'judged_at_ms': (string);
  'pairs': (_assay_engine_v1_PairIndependence__Output)[];
}
