// Original file: protos/assay/events/v1/events.proto

import type { UsedUpdate as _assay_events_v1_UsedUpdate, UsedUpdate__Output as _assay_events_v1_UsedUpdate__Output } from '../../../assay/events/v1/UsedUpdate.ts';
import type { Long } from '@grpc/proto-loader';

export interface Attempt {
  'provider'?: (string);
  /**
   * source, hedge, peer or reference.
   */
  'role'?: (string);
  /**
   * ok, stale, unknown_entity, malformed, rate_limited, exhausted, access_denied, key_missing, http_error, timeout,
   * unreachable, over_budget, circuit_open or undated.
   */
  'outcome'?: (string);
  /**
   * Times in milliseconds since the Unix epoch: asked, received, and measured according to the source (zero when
   * unknown).
   */
  'asked_at_ms'?: (number | string | Long);
  'received_at_ms'?: (number | string | Long);
  'source_at_ms'?: (number | string | Long);
  /**
   * The source's answer in the shape of its type; empty unless the outcome is ok or stale.
   */
  'data_json'?: (string);
  /**
   * Why the attempt failed. The text names no host.
   */
  'detail'?: (string);
  'cost_micros'?: (number | string | Long);
  'http_status'?: (number);
  /**
   * Whether several calls in flight shared this request.
   */
  'coalesced'?: (boolean);
  /**
   * The update of a stream that answered in place of a request; absent when a request was sent.
   */
  'update'?: (_assay_events_v1_UsedUpdate | null);
}

export interface Attempt__Output {
  'provider': (string);
  /**
   * source, hedge, peer or reference.
   */
  'role': (string);
  /**
   * ok, stale, unknown_entity, malformed, rate_limited, exhausted, access_denied, key_missing, http_error, timeout,
   * unreachable, over_budget, circuit_open or undated.
   */
  'outcome': (string);
  /**
   * Times in milliseconds since the Unix epoch: asked, received, and measured according to the source (zero when
   * unknown).
   */
  'asked_at_ms': (string);
  'received_at_ms': (string);
  'source_at_ms': (string);
  /**
   * The source's answer in the shape of its type; empty unless the outcome is ok or stale.
   */
  'data_json': (string);
  /**
   * Why the attempt failed. The text names no host.
   */
  'detail': (string);
  'cost_micros': (string);
  'http_status': (number);
  /**
   * Whether several calls in flight shared this request.
   */
  'coalesced': (boolean);
  /**
   * The update of a stream that answered in place of a request; absent when a request was sent.
   */
  'update': (_assay_events_v1_UsedUpdate__Output | null);
}
