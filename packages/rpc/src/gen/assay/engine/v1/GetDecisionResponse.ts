// Original file: protos/assay/engine/v1/engine.proto


export interface GetDecisionResponse {
  'found'?: (boolean);
  /**
   * The recorded decision in the shape of assay.events.v1.Decision, as JSON.
   */
  'decision_json'?: (string);
  'recorded_at'?: (string);
}

export interface GetDecisionResponse__Output {
  'found': (boolean);
  /**
   * The recorded decision in the shape of assay.events.v1.Decision, as JSON.
   */
  'decision_json': (string);
  'recorded_at': (string);
}
