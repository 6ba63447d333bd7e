// Original file: protos/assay/engine/v1/engine.proto

import type { TypeIndependence as _assay_engine_v1_TypeIndependence, TypeIndependence__Output as _assay_engine_v1_TypeIndependence__Output } from '../../../assay/engine/v1/TypeIndependence.ts';

export interface DescribeIndependenceResponse {
  'types'?: (_assay_engine_v1_TypeIndependence)[];
}

export interface DescribeIndependenceResponse__Output {
  'types': (_assay_engine_v1_TypeIndependence__Output)[];
}
