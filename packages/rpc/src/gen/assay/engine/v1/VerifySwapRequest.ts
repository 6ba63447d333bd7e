// Original file: protos/assay/engine/v1/engine.proto

import type { Level as _assay_engine_v1_Level, Level__Output as _assay_engine_v1_Level__Output } from '../../../assay/engine/v1/Level.ts';

export interface VerifySwapRequest {
  /**
   * Parameters of chain.swap_quote as a JSON object, validated and normalized by the catalog.
   */
  'params_json'?: (string);
  /**
   * The level below which the caller wants a refusal of either part.
   */
  'min_level'?: (_assay_engine_v1_Level);
  'account_id'?: (string);
}

export interface VerifySwapRequest__Output {
  /**
   * Parameters of chain.swap_quote as a JSON object, validated and normalized by the catalog.
   */
  'params_json': (string);
  /**
   * The level below which the caller wants a refusal of either part.
   */
  'min_level': (_assay_engine_v1_Level__Output);
  'account_id': (string);
}
