// Original file: protos/assay/engine/v1/engine.proto

import type { Level as _assay_engine_v1_Level, Level__Output as _assay_engine_v1_Level__Output } from '../../../assay/engine/v1/Level.ts';
import type { Resolution as _assay_engine_v1_Resolution, Resolution__Output as _assay_engine_v1_Resolution__Output } from '../../../assay/engine/v1/Resolution.ts';

export interface VerifyRequest {
  'type'?: (string);
  /**
   * The type's parameters as a JSON object, validated and normalized by the catalog.
   */
  'params_json'?: (string);
  /**
   * The level below which the caller wants a refusal.
   */
  'min_level'?: (_assay_engine_v1_Level);
  /**
   * How the question was resolved; absent for a direct call.
   */
  'resolution'?: (_assay_engine_v1_Resolution | null);
  /**
   * The account that asks. It correlates the decision with its charge.
   */
  'account_id'?: (string);
}

export interface VerifyRequest__Output {
  'type': (string);
  /**
   * The type's parameters as a JSON object, validated and normalized by the catalog.
   */
  'params_json': (string);
  /**
   * The level below which the caller wants a refusal.
   */
  'min_level': (_assay_engine_v1_Level__Output);
  /**
   * How the question was resolved; absent for a direct call.
   */
  'resolution': (_assay_engine_v1_Resolution__Output | null);
  /**
   * The account that asks. It correlates the decision with its charge.
   */
  'account_id': (string);
}
