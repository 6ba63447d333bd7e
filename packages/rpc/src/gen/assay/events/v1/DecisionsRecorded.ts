// Original file: protos/assay/events/v1/events.proto

import type { Decision as _assay_events_v1_Decision, Decision__Output as _assay_events_v1_Decision__Output } from '../../../assay/events/v1/Decision.ts';

/**
 * Payload of assay.decision.recorded.v1: the decisions that one replica of the engine batched, each with its own trace
 * id.
 */
export interface DecisionsRecorded {
  'decisions'?: (_assay_events_v1_Decision)[];
}

/**
 * Payload of assay.decision.recorded.v1: the decisions that one replica of the engine batched, each with its own trace
 * id.
 */
export interface DecisionsRecorded__Output {
  'decisions': (_assay_events_v1_Decision__Output)[];
}
