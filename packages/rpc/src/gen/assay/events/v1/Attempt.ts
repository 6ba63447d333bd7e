// Original file: protos/assay/events/v1/events.proto

import type { Long } from '@grpc/proto-loader';

export interface Attempt {
  'provider'?: (string);
  /**
   * source, hedge, peer or reference.
   */
  'role'?: (string);
  /**
   * ok, stale, unknown_entity, malformed, rate_limited, http_error, timeout, unreachable, over_budget, circuit_open or undated.
   */
  'outcome'?: (string);
  /**
   * The three clocks, in milliseconds since the Unix epoch: asked, received, and the source's own (zero: none).
   */
  'asked_at_ms'?: (number | string | Long);
  'received_at_ms'?: (number | string | Long);
  'source_at_ms'?: (number | string | Long);
  /**
   * What the source said, in the catalog's shape; empty unless ok or stale.
   */
  'data_json'?: (string);
  /**
   * Why the attempt failed, in words that name no host.
   */
  'detail'?: (string);
  'cost_micros'?: (number | string | Long);
  'http_status'?: (number);
  /**
   * Several calls in flight shared this one request.
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
   * ok, stale, unknown_entity, malformed, rate_limited, http_error, timeout, unreachable, over_budget, circuit_open or undated.
   */
  'outcome': (string);
  /**
   * The three clocks, in milliseconds since the Unix epoch: asked, received, and the source's own (zero: none).
   */
  'asked_at_ms': (string);
  'received_at_ms': (string);
  'source_at_ms': (string);
  /**
   * What the source said, in the catalog's shape; empty unless ok or stale.
   */
  'data_json': (string);
  /**
   * Why the attempt failed, in words that name no host.
   */
  'detail': (string);
  'cost_micros': (string);
  'http_status': (number);
  /**
   * Several calls in flight shared this one request.
   */
  'coalesced': (boolean);
}
