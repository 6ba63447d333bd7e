// Original file: protos/assay/gate/v1/gate.proto

import type { Decision as _assay_gate_v1_Decision, Decision__Output as _assay_gate_v1_Decision__Output } from '../../../assay/gate/v1/Decision.ts';
import type { Ground as _assay_gate_v1_Ground, Ground__Output as _assay_gate_v1_Ground__Output } from '../../../assay/gate/v1/Ground.ts';
import type { VerifyResponse as _assay_engine_v1_VerifyResponse, VerifyResponse__Output as _assay_engine_v1_VerifyResponse__Output } from '../../../assay/engine/v1/VerifyResponse.ts';
import type { RecordGateRequest as _assay_engine_v1_RecordGateRequest, RecordGateRequest__Output as _assay_engine_v1_RecordGateRequest__Output } from '../../../assay/engine/v1/RecordGateRequest.ts';

export interface JudgeResponse {
  'decision'?: (_assay_gate_v1_Decision);
  /**
   * Why the trade is refused; empty for any other decision.
   */
  'reasons'?: (_assay_gate_v1_Ground)[];
  /**
   * What is unconfirmed or unjudged. Every decision can have caveats.
   */
  'caveats'?: (_assay_gate_v1_Ground)[];
  /**
   * The mint of the token that the swap would pay out; empty when none could be derived.
   */
  'checked_mint'?: (string);
  /**
   * Both parts as the engine answered them. The risk is absent when there is no mint.
   */
  'quote'?: (_assay_engine_v1_VerifyResponse | null);
  'risk'?: (_assay_engine_v1_VerifyResponse | null);
  /**
   * The record that the caller must store with EngineService.RecordGate before it answers.
   */
  'record'?: (_assay_engine_v1_RecordGateRequest | null);
}

export interface JudgeResponse__Output {
  'decision': (_assay_gate_v1_Decision__Output);
  /**
   * Why the trade is refused; empty for any other decision.
   */
  'reasons': (_assay_gate_v1_Ground__Output)[];
  /**
   * What is unconfirmed or unjudged. Every decision can have caveats.
   */
  'caveats': (_assay_gate_v1_Ground__Output)[];
  /**
   * The mint of the token that the swap would pay out; empty when none could be derived.
   */
  'checked_mint': (string);
  /**
   * Both parts as the engine answered them. The risk is absent when there is no mint.
   */
  'quote': (_assay_engine_v1_VerifyResponse__Output | null);
  'risk': (_assay_engine_v1_VerifyResponse__Output | null);
  /**
   * The record that the caller must store with EngineService.RecordGate before it answers.
   */
  'record': (_assay_engine_v1_RecordGateRequest__Output | null);
}
