// Original file: protos/assay/engine/v1/engine.proto

import type { PairEvidencePoint as _assay_engine_v1_PairEvidencePoint, PairEvidencePoint__Output as _assay_engine_v1_PairEvidencePoint__Output } from '../../../assay/engine/v1/PairEvidencePoint.ts';

export interface ListPairEvidenceResponse {
  'points'?: (_assay_engine_v1_PairEvidencePoint)[];
}

export interface ListPairEvidenceResponse__Output {
  'points': (_assay_engine_v1_PairEvidencePoint__Output)[];
}
