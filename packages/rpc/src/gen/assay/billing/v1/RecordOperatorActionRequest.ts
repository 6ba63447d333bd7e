// Original file: protos/assay/billing/v1/billing.proto


export interface RecordOperatorActionRequest {
  /**
   * SHA-256 of the token that the operator sent. Billing finds the actor by it, so that no caller can name another one.
   */
  'token_sha256'?: (Buffer | Uint8Array | string);
  /**
   * The service and the method, such as "engine.GetDecision".
   */
  'action'?: (string);
  /**
   * The arguments as a JSON object, without secrets.
   */
  'arguments_json'?: (string);
  /**
   * started, OK or a fault code.
   */
  'outcome'?: (string);
  'action_id'?: (string);
}

export interface RecordOperatorActionRequest__Output {
  /**
   * SHA-256 of the token that the operator sent. Billing finds the actor by it, so that no caller can name another one.
   */
  'token_sha256': (Buffer);
  /**
   * The service and the method, such as "engine.GetDecision".
   */
  'action': (string);
  /**
   * The arguments as a JSON object, without secrets.
   */
  'arguments_json': (string);
  /**
   * started, OK or a fault code.
   */
  'outcome': (string);
  'action_id': (string);
}
