// Original file: protos/assay/engine/v1/engine.proto

import type { CatalogEntry as _assay_engine_v1_CatalogEntry, CatalogEntry__Output as _assay_engine_v1_CatalogEntry__Output } from '../../../assay/engine/v1/CatalogEntry.ts';

export interface ListTypesResponse {
  'types'?: (_assay_engine_v1_CatalogEntry)[];
}

export interface ListTypesResponse__Output {
  'types': (_assay_engine_v1_CatalogEntry__Output)[];
}
