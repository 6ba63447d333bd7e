// Original file: protos/assay/engine/v1/engine.proto


export interface DescribeIndependenceRequest {
  /**
   * One type; empty for all measured types.
   */
  'type'?: (string);
}

export interface DescribeIndependenceRequest__Output {
  /**
   * One type; empty for all measured types.
   */
  'type': (string);
}
