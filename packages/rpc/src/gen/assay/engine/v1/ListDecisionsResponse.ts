// Original file: protos/assay/engine/v1/engine.proto

import type { DecisionSummary as _assay_engine_v1_DecisionSummary, DecisionSummary__Output as _assay_engine_v1_DecisionSummary__Output } from '../../../assay/engine/v1/DecisionSummary.ts';

export interface ListDecisionsResponse {
  'decisions'?: (_assay_engine_v1_DecisionSummary)[];
  /**
   * Cursor of the next page; empty after the last page.
   */
  'next_cursor'?: (string);
}

export interface ListDecisionsResponse__Output {
  'decisions': (_assay_engine_v1_DecisionSummary__Output)[];
  /**
   * Cursor of the next page; empty after the last page.
   */
  'next_cursor': (string);
}
