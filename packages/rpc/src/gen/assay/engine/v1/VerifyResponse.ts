// Original file: protos/assay/engine/v1/engine.proto

import type { Outcome as _assay_engine_v1_Outcome, Outcome__Output as _assay_engine_v1_Outcome__Output } from '../../../assay/engine/v1/Outcome.ts';
import type { Level as _assay_engine_v1_Level, Level__Output as _assay_engine_v1_Level__Output } from '../../../assay/engine/v1/Level.ts';
import type { Long } from '@grpc/proto-loader';

export interface VerifyResponse {
  'outcome'?: (_assay_engine_v1_Outcome);
  /**
   * The datum as a JSON object in the shape of its type. Only a delivery has one.
   */
  'data_json'?: (string);
  /**
   * The parameters that were used, including those that the service inferred.
   */
  'params_json'?: (string);
  /**
   * The level that was reached. Unspecified when a refusal reached none.
   */
  'level'?: (_assay_engine_v1_Level);
  /**
   * measured or derived.
   */
  'origin'?: (string);
  'source'?: (string);
  /**
   * Cost of the delivered source alone.
   */
  'source_cost_micros'?: (number | string | Long);
  /**
   * Cost of all attempts, including those of the delivered source.
   */
  'total_cost_micros'?: (number | string | Long);
  /**
   * The reason of a refusal, of no_source or of a failure, as a sentence for the caller.
   */
  'reason'?: (string);
  /**
   * The required level.
   */
  'required'?: (_assay_engine_v1_Level);
  /**
   * Why the chain's accounts gave no datum, as a code such as not_open or wrong_accounts; empty otherwise.
   */
  'problem_code'?: (string);
}

export interface VerifyResponse__Output {
  'outcome': (_assay_engine_v1_Outcome__Output);
  /**
   * The datum as a JSON object in the shape of its type. Only a delivery has one.
   */
  'data_json': (string);
  /**
   * The parameters that were used, including those that the service inferred.
   */
  'params_json': (string);
  /**
   * The level that was reached. Unspecified when a refusal reached none.
   */
  'level': (_assay_engine_v1_Level__Output);
  /**
   * measured or derived.
   */
  'origin': (string);
  'source': (string);
  /**
   * Cost of the delivered source alone.
   */
  'source_cost_micros': (string);
  /**
   * Cost of all attempts, including those of the delivered source.
   */
  'total_cost_micros': (string);
  /**
   * The reason of a refusal, of no_source or of a failure, as a sentence for the caller.
   */
  'reason': (string);
  /**
   * The required level.
   */
  'required': (_assay_engine_v1_Level__Output);
  /**
   * Why the chain's accounts gave no datum, as a code such as not_open or wrong_accounts; empty otherwise.
   */
  'problem_code': (string);
}
