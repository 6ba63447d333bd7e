// Original file: protos/assay/gate/v1/gate.proto

import type { Policy as _assay_gate_v1_Policy, Policy__Output as _assay_gate_v1_Policy__Output } from '../../../assay/gate/v1/Policy.ts';

export interface JudgeRequest {
  /**
   * Parameters of chain.swap_quote as a JSON object, validated and normalized by the catalog.
   */
  'trade_json'?: (string);
  'policy'?: (_assay_gate_v1_Policy | null);
  'account_id'?: (string);
}

export interface JudgeRequest__Output {
  /**
   * Parameters of chain.swap_quote as a JSON object, validated and normalized by the catalog.
   */
  'trade_json': (string);
  'policy': (_assay_gate_v1_Policy__Output | null);
  'account_id': (string);
}
