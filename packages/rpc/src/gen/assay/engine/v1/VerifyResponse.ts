// Original file: protos/assay/engine/v1/engine.proto

import type { Outcome as _assay_engine_v1_Outcome, Outcome__Output as _assay_engine_v1_Outcome__Output } from '../../../assay/engine/v1/Outcome.ts';
import type { Level as _assay_engine_v1_Level, Level__Output as _assay_engine_v1_Level__Output } from '../../../assay/engine/v1/Level.ts';
import type { Long } from '@grpc/proto-loader';

export interface VerifyResponse {
  'outcome'?: (_assay_engine_v1_Outcome);
  /**
   * The datum as a JSON object, in the catalog's shape. Delivered only.
   */
  'data_json'?: (string);
  /**
   * The parameters used, completed by what the service looked up.
   */
  'params_json'?: (string);
  /**
   * Delivered: the level measured. Refused: the level reached (unspecified when none was).
   */
  'level'?: (_assay_engine_v1_Level);
  /**
   * measured or derived.
   */
  'origin'?: (string);
  'source'?: (string);
  /**
   * Cost of the source used alone.
   */
  'source_cost_micros'?: (number | string | Long);
  /**
   * Cost of everything consulted on the way, the source included.
   */
  'total_cost_micros'?: (number | string | Long);
  /**
   * Sentence for the caller: why refused, why no source, what failed.
   */
  'reason'?: (string);
  /**
   * The level that was required of the answer.
   */
  'required'?: (_assay_engine_v1_Level);
  /**
   * Why the chain's bytes gave no datum, as a code such as not_open or wrong_accounts; empty otherwise.
   */
  'problem_code'?: (string);
}

export interface VerifyResponse__Output {
  'outcome': (_assay_engine_v1_Outcome__Output);
  /**
   * The datum as a JSON object, in the catalog's shape. Delivered only.
   */
  'data_json': (string);
  /**
   * The parameters used, completed by what the service looked up.
   */
  'params_json': (string);
  /**
   * Delivered: the level measured. Refused: the level reached (unspecified when none was).
   */
  'level': (_assay_engine_v1_Level__Output);
  /**
   * measured or derived.
   */
  'origin': (string);
  'source': (string);
  /**
   * Cost of the source used alone.
   */
  'source_cost_micros': (string);
  /**
   * Cost of everything consulted on the way, the source included.
   */
  'total_cost_micros': (string);
  /**
   * Sentence for the caller: why refused, why no source, what failed.
   */
  'reason': (string);
  /**
   * The level that was required of the answer.
   */
  'required': (_assay_engine_v1_Level__Output);
  /**
   * Why the chain's bytes gave no datum, as a code such as not_open or wrong_accounts; empty otherwise.
   */
  'problem_code': (string);
}
