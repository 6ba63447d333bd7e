// Original file: protos/assay/engine/v1/engine.proto

import type { Long } from '@grpc/proto-loader';

/**
 * The fields of a decision that a list shows. GetAccountDecisions returns the rest.
 */
export interface DecisionSummary {
  'trace_id'?: (string);
  'decided_at_ms'?: (number | string | Long);
  /**
   * As in assay.events.v1.Decision.
   */
  'type'?: (string);
  'params_json'?: (string);
  'outcome'?: (string);
  'level'?: (string);
  'required'?: (string);
  'source'?: (string);
  'reason'?: (string);
  'latency_ms'?: (number);
}

/**
 * The fields of a decision that a list shows. GetAccountDecisions returns the rest.
 */
export interface DecisionSummary__Output {
  'trace_id': (string);
  'decided_at_ms': (string);
  /**
   * As in assay.events.v1.Decision.
   */
  'type': (string);
  'params_json': (string);
  'outcome': (string);
  'level': (string);
  'required': (string);
  'source': (string);
  'reason': (string);
  'latency_ms': (number);
}
