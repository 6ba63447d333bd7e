// Original file: protos/assay/engine/v1/engine.proto


export interface GetIndependenceRequest {
  /**
   * One type; empty for all measured types.
   */
  'type'?: (string);
}

export interface GetIndependenceRequest__Output {
  /**
   * One type; empty for all measured types.
   */
  'type': (string);
}
