// Original file: protos/assay/engine/v1/engine.proto


export interface GetDecisionRequest {
  /**
   * 32 lowercase hex digits.
   */
  'trace_id'?: (string);
}

export interface GetDecisionRequest__Output {
  /**
   * 32 lowercase hex digits.
   */
  'trace_id': (string);
}
