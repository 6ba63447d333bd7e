// Original file: protos/assay/engine/v1/engine.proto

import type { Decision as _assay_events_v1_Decision, Decision__Output as _assay_events_v1_Decision__Output } from '../../../assay/events/v1/Decision.ts';

export interface GetAccountDecisionsResponse {
  /**
   * The decisions of a gate's parts come before the gate decision.
   */
  'decisions'?: (_assay_events_v1_Decision)[];
}

export interface GetAccountDecisionsResponse__Output {
  /**
   * The decisions of a gate's parts come before the gate decision.
   */
  'decisions': (_assay_events_v1_Decision__Output)[];
}
