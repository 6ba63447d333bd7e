// Original file: protos/assay/gate/v1/gate.proto

import type { Level as _assay_engine_v1_Level, Level__Output as _assay_engine_v1_Level__Output } from '../../../assay/engine/v1/Level.ts';

/**
 * The caller's limits. The gate has no limits of its own.
 */
export interface Policy {
  'max_price_impact_bps'?: (number | string);
  'max_risk_score'?: (number | string);
  /**
   * Unspecified when the caller sent none.
   */
  'min_level'?: (_assay_engine_v1_Level);
  '_max_risk_score'?: "max_risk_score";
}

/**
 * The caller's limits. The gate has no limits of its own.
 */
export interface Policy__Output {
  'max_price_impact_bps': (number);
  'max_risk_score'?: (number);
  /**
   * Unspecified when the caller sent none.
   */
  'min_level': (_assay_engine_v1_Level__Output);
  '_max_risk_score'?: "max_risk_score";
}
