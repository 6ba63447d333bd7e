// Original file: protos/assay/engine/v1/engine.proto

import type { Cluster as _assay_engine_v1_Cluster, Cluster__Output as _assay_engine_v1_Cluster__Output } from '../../../assay/engine/v1/Cluster.ts';
import type { PairIndependence as _assay_engine_v1_PairIndependence, PairIndependence__Output as _assay_engine_v1_PairIndependence__Output } from '../../../assay/engine/v1/PairIndependence.ts';
import type { KeyIndependence as _assay_engine_v1_KeyIndependence, KeyIndependence__Output as _assay_engine_v1_KeyIndependence__Output } from '../../../assay/engine/v1/KeyIndependence.ts';

/**
 * The measurement of one type over all its measured keys.
 */
export interface TypeIndependence {
  'type'?: (string);
  'clusters'?: (_assay_engine_v1_Cluster)[];
  /**
   * Providers that combine several upstreams.
   */
  'composites'?: (string)[];
  /**
   * One entry per pair, over all measured keys together.
   */
  'pairs'?: (_assay_engine_v1_PairIndependence)[];
  /**
   * The same pairs for each measured key.
   */
  'keys'?: (_assay_engine_v1_KeyIndependence)[];
}

/**
 * The measurement of one type over all its measured keys.
 */
export interface TypeIndependence__Output {
  'type': (string);
  'clusters': (_assay_engine_v1_Cluster__Output)[];
  /**
   * Providers that combine several upstreams.
   */
  'composites': (string)[];
  /**
   * One entry per pair, over all measured keys together.
   */
  'pairs': (_assay_engine_v1_PairIndependence__Output)[];
  /**
   * The same pairs for each measured key.
   */
  'keys': (_assay_engine_v1_KeyIndependence__Output)[];
}
