// Original file: protos/assay/engine/v1/engine.proto

import type { Resolution as _assay_engine_v1_Resolution, Resolution__Output as _assay_engine_v1_Resolution__Output } from '../../../assay/engine/v1/Resolution.ts';

export interface RecordUnresolvedRequest {
  'resolution'?: (_assay_engine_v1_Resolution | null);
  /**
   * none or missing_param.
   */
  'outcome'?: (string);
  /**
   * The resolved type when a parameter is missing; empty otherwise.
   */
  'type'?: (string);
  'account_id'?: (string);
}

export interface RecordUnresolvedRequest__Output {
  'resolution': (_assay_engine_v1_Resolution__Output | null);
  /**
   * none or missing_param.
   */
  'outcome': (string);
  /**
   * The resolved type when a parameter is missing; empty otherwise.
   */
  'type': (string);
  'account_id': (string);
}
