// Original file: protos/assay/events/v1/events.proto

import type { Long } from '@grpc/proto-loader';

/**
 * Payload of assay.watch.triggered.v1: what stands at a watched address has changed. It is never the delivered fact; it only
 * starts a verification. The message's id is the watch, the slot and the content hash.
 */
export interface WatchTriggered {
  'watch_id'?: (string);
  'address'?: (string);
  /**
   * The slot of the read that saw the change.
   */
  'slot'?: (number | string | Long);
  /**
   * SHA-256 of what stands at the address since, as 64 lowercase hex digits.
   */
  'content_hash'?: (string);
  /**
   * Milliseconds since the Unix epoch.
   */
  'observed_at_ms'?: (number | string | Long);
  /**
   * W3C traceparent of the span that saw the change; what follows from it is a trace of its own that links to it.
   */
  'traceparent'?: (string);
}

/**
 * Payload of assay.watch.triggered.v1: what stands at a watched address has changed. It is never the delivered fact; it only
 * starts a verification. The message's id is the watch, the slot and the content hash.
 */
export interface WatchTriggered__Output {
  'watch_id': (string);
  'address': (string);
  /**
   * The slot of the read that saw the change.
   */
  'slot': (string);
  /**
   * SHA-256 of what stands at the address since, as 64 lowercase hex digits.
   */
  'content_hash': (string);
  /**
   * Milliseconds since the Unix epoch.
   */
  'observed_at_ms': (string);
  /**
   * W3C traceparent of the span that saw the change; what follows from it is a trace of its own that links to it.
   */
  'traceparent': (string);
}
