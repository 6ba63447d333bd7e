// Original file: protos/assay/events/v1/events.proto

import type { Attempt as _assay_events_v1_Attempt, Attempt__Output as _assay_events_v1_Attempt__Output } from '../../../assay/events/v1/Attempt.ts';
import type { Resolution as _assay_events_v1_Resolution, Resolution__Output as _assay_events_v1_Resolution__Output } from '../../../assay/events/v1/Resolution.ts';
import type { PairVerdict as _assay_events_v1_PairVerdict, PairVerdict__Output as _assay_events_v1_PairVerdict__Output } from '../../../assay/events/v1/PairVerdict.ts';
import type { Long } from '@grpc/proto-loader';

/**
 * How one question was answered: its attempts, their costs, the level or refusal, and the rule that decided.
 */
export interface Decision {
  /**
   * 32 lowercase hex digits. The table stores one decision of each trace and type: that of the highest attempt.
   */
  'trace_id'?: (string);
  /**
   * Milliseconds since the Unix epoch.
   */
  'decided_at_ms'?: (number | string | Long);
  'account_id'?: (string);
  /**
   * A data type; "gate" for a gate decision; empty for a question that no type matched.
   */
  'type'?: (string);
  'params_json'?: (string);
  /**
   * delivered, refused, no_source, failed, unresolved or missing_param. For a gate: allow, allow_with_caveat or refuse.
   */
  'outcome'?: (string);
  /**
   * The level that was reached; empty when none was.
   */
  'level'?: (string);
  'required'?: (string);
  'source'?: (string);
  'origin'?: (string);
  'data_json'?: (string);
  /**
   * The rule that led to this outcome, as a sentence.
   */
  'reason'?: (string);
  'source_cost_micros'?: (number | string | Long);
  'total_cost_micros'?: (number | string | Long);
  'latency_ms'?: (number);
  'attempts'?: (_assay_events_v1_Attempt)[];
  'resolution'?: (_assay_events_v1_Resolution | null);
  /**
   * W3C traceparent of the span that decided. The recording joins its trace.
   */
  'traceparent'?: (string);
  /**
   * The verdicts on the independence of the providers that answered, at the time of the decision.
   */
  'independence'?: (_assay_events_v1_PairVerdict)[];
  /**
   * Rank of the attempt that decided, among the attempts of one call. Zero, from an older version, counts as 1.
   */
  'attempt_rank'?: (number);
}

/**
 * How one question was answered: its attempts, their costs, the level or refusal, and the rule that decided.
 */
export interface Decision__Output {
  /**
   * 32 lowercase hex digits. The table stores one decision of each trace and type: that of the highest attempt.
   */
  'trace_id': (string);
  /**
   * Milliseconds since the Unix epoch.
   */
  'decided_at_ms': (string);
  'account_id': (string);
  /**
   * A data type; "gate" for a gate decision; empty for a question that no type matched.
   */
  'type': (string);
  'params_json': (string);
  /**
   * delivered, refused, no_source, failed, unresolved or missing_param. For a gate: allow, allow_with_caveat or refuse.
   */
  'outcome': (string);
  /**
   * The level that was reached; empty when none was.
   */
  'level': (string);
  'required': (string);
  'source': (string);
  'origin': (string);
  'data_json': (string);
  /**
   * The rule that led to this outcome, as a sentence.
   */
  'reason': (string);
  'source_cost_micros': (string);
  'total_cost_micros': (string);
  'latency_ms': (number);
  'attempts': (_assay_events_v1_Attempt__Output)[];
  'resolution': (_assay_events_v1_Resolution__Output | null);
  /**
   * W3C traceparent of the span that decided. The recording joins its trace.
   */
  'traceparent': (string);
  /**
   * The verdicts on the independence of the providers that answered, at the time of the decision.
   */
  'independence': (_assay_events_v1_PairVerdict__Output)[];
  /**
   * Rank of the attempt that decided, among the attempts of one call. Zero, from an older version, counts as 1.
   */
  'attempt_rank': (number);
}
