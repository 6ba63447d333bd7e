// Original file: protos/assay/watch/v1/watch.proto


/**
 * Times are ISO 8601 in UTC. A time is empty when its event did not happen.
 */
export interface Delivery {
  'watch_id'?: (string);
  'trigger_id'?: (string);
  /**
   * claimed, sending or ended.
   */
  'state'?: (string);
  /**
   * delivered, failed, lost, no_credits, unmet, refused, no_source, unverified, broken, gone, covered, debounced or
   * superseded; empty while the delivery is in flight.
   */
  'outcome'?: (string);
  /**
   * The status of the webhook's response; zero without a response.
   */
  'http_status'?: (number);
  'error'?: (string);
  'taken_at'?: (string);
  'sent_at'?: (string);
  'ended_at'?: (string);
  /**
   * 32 lowercase hex digits.
   */
  'trace_id'?: (string);
}

/**
 * Times are ISO 8601 in UTC. A time is empty when its event did not happen.
 */
export interface Delivery__Output {
  'watch_id': (string);
  'trigger_id': (string);
  /**
   * claimed, sending or ended.
   */
  'state': (string);
  /**
   * delivered, failed, lost, no_credits, unmet, refused, no_source, unverified, broken, gone, covered, debounced or
   * superseded; empty while the delivery is in flight.
   */
  'outcome': (string);
  /**
   * The status of the webhook's response; zero without a response.
   */
  'http_status': (number);
  'error': (string);
  'taken_at': (string);
  'sent_at': (string);
  'ended_at': (string);
  /**
   * 32 lowercase hex digits.
   */
  'trace_id': (string);
}
