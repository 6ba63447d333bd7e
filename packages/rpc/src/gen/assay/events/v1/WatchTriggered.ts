// Original file: protos/assay/events/v1/events.proto

import type { Long } from '@grpc/proto-loader';

/**
 * Payload of assay.watch.triggered.v1: a watched address has changed. A trigger starts a verification and is never
 * delivered itself. The message id consists of the watch, the slot and the content hash.
 */
export interface WatchTriggered {
  'watch_id'?: (string);
  'address'?: (string);
  /**
   * The slot of the read that found the change.
   */
  'slot'?: (number | string | Long);
  /**
   * SHA-256 of the content at the address after the change, as 64 lowercase hex digits.
   */
  'content_hash'?: (string);
  /**
   * Milliseconds since the Unix epoch.
   */
  'observed_at_ms'?: (number | string | Long);
  /**
   * W3C traceparent of the span that found the change. The delivery has a trace of its own that links to it.
   */
  'traceparent'?: (string);
}

/**
 * Payload of assay.watch.triggered.v1: a watched address has changed. A trigger starts a verification and is never
 * delivered itself. The message id consists of the watch, the slot and the content hash.
 */
export interface WatchTriggered__Output {
  'watch_id': (string);
  'address': (string);
  /**
   * The slot of the read that found the change.
   */
  'slot': (string);
  /**
   * SHA-256 of the content at the address after the change, as 64 lowercase hex digits.
   */
  'content_hash': (string);
  /**
   * Milliseconds since the Unix epoch.
   */
  'observed_at_ms': (string);
  /**
   * W3C traceparent of the span that found the change. The delivery has a trace of its own that links to it.
   */
  'traceparent': (string);
}
