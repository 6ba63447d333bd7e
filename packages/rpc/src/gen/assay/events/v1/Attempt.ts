// Original file: protos/assay/events/v1/events.proto

import type { Long } from '@grpc/proto-loader';

export interface Attempt {
  'provider'?: (string);
  /**
   * source, hedge, peer or reference.
   */
  'role'?: (string);
  /**
   * ok, stale, unknown_entity, malformed, rate_limited, exhausted, http_error, timeout, unreachable, over_budget,
   * circuit_open or undated.
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
}

export interface Attempt__Output {
  'provider': (string);
  /**
   * source, hedge, peer or reference.
   */
  'role': (string);
  /**
   * ok, stale, unknown_entity, malformed, rate_limited, exhausted, http_error, timeout, unreachable, over_budget,
   * circuit_open or undated.
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
}
