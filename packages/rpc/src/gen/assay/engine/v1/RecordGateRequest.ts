// Original file: protos/assay/engine/v1/engine.proto


export interface RecordGateRequest {
  'account_id'?: (string);
  /**
   * The trade and the policy as a JSON object.
   */
  'question_json'?: (string);
  /**
   * allow, allow_with_caveat or refuse.
   */
  'decision'?: (string);
  /**
   * The checked mint, the reasons and the caveats as a JSON object.
   */
  'judgement_json'?: (string);
  /**
   * The messages of the reasons, or of the caveats, that led to the decision.
   */
  'reason'?: (string);
  /**
   * Milliseconds from the arrival of the question to the decision.
   */
  'latency_ms'?: (number);
  /**
   * The decisions of both parts as VerifySwap returned them.
   */
  'decisions'?: (Buffer | Uint8Array | string);
}

export interface RecordGateRequest__Output {
  'account_id': (string);
  /**
   * The trade and the policy as a JSON object.
   */
  'question_json': (string);
  /**
   * allow, allow_with_caveat or refuse.
   */
  'decision': (string);
  /**
   * The checked mint, the reasons and the caveats as a JSON object.
   */
  'judgement_json': (string);
  /**
   * The messages of the reasons, or of the caveats, that led to the decision.
   */
  'reason': (string);
  /**
   * Milliseconds from the arrival of the question to the decision.
   */
  'latency_ms': (number);
  /**
   * The decisions of both parts as VerifySwap returned them.
   */
  'decisions': (Buffer);
}
