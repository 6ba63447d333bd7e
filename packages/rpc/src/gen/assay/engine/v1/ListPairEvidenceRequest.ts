// Original file: protos/assay/engine/v1/engine.proto


export interface ListPairEvidenceRequest {
  'key'?: (string);
  /**
   * The two providers in any order.
   */
  'a'?: (string);
  'b'?: (string);
}

export interface ListPairEvidenceRequest__Output {
  'key': (string);
  /**
   * The two providers in any order.
   */
  'a': (string);
  'b': (string);
}
