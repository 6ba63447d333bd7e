// Original file: protos/assay/engine/v1/engine.proto


export interface RecordedDecision {
  /**
   * In the shape of assay.events.v1.Decision, as JSON.
   */
  'decision_json'?: (string);
  'recorded_at'?: (string);
}

export interface RecordedDecision__Output {
  /**
   * In the shape of assay.events.v1.Decision, as JSON.
   */
  'decision_json': (string);
  'recorded_at': (string);
}
