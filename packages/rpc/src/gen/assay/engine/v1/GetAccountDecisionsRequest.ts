// Original file: protos/assay/engine/v1/engine.proto


export interface GetAccountDecisionsRequest {
  'account_id'?: (string);
  /**
   * 32 lowercase hex digits.
   */
  'trace_id'?: (string);
}

export interface GetAccountDecisionsRequest__Output {
  'account_id': (string);
  /**
   * 32 lowercase hex digits.
   */
  'trace_id': (string);
}
