// Original file: protos/assay/engine/v1/engine.proto


export interface GetIndependenceRequest {
  /**
   * One type; all measured types when empty.
   */
  'type'?: (string);
}

export interface GetIndependenceRequest__Output {
  /**
   * One type; all measured types when empty.
   */
  'type': (string);
}
