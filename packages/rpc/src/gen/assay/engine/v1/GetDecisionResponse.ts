// Original file: protos/assay/engine/v1/engine.proto

import type { RecordedDecision as _assay_engine_v1_RecordedDecision, RecordedDecision__Output as _assay_engine_v1_RecordedDecision__Output } from '../../../assay/engine/v1/RecordedDecision.ts';

export interface GetDecisionResponse {
  'found'?: (boolean);
  /**
   * The recorded decision in the shape of assay.events.v1.Decision, as JSON.
   */
  'decision_json'?: (string);
  'recorded_at'?: (string);
  /**
   * The earlier decisions of the same trace id, in order: those of the parts of a gate decision.
   */
  'earlier'?: (_assay_engine_v1_RecordedDecision)[];
}

export interface GetDecisionResponse__Output {
  'found': (boolean);
  /**
   * The recorded decision in the shape of assay.events.v1.Decision, as JSON.
   */
  'decision_json': (string);
  'recorded_at': (string);
  /**
   * The earlier decisions of the same trace id, in order: those of the parts of a gate decision.
   */
  'earlier': (_assay_engine_v1_RecordedDecision__Output)[];
}
