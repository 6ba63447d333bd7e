// Original file: protos/assay/watch/v1/watch.proto


export interface WebhookAttempt {
  'at'?: (string);
  'outcome'?: (string);
  /**
   * Zero when no answer came.
   */
  'http_status'?: (number);
  /**
   * Empty when nothing went wrong.
   */
  'error'?: (string);
}

export interface WebhookAttempt__Output {
  'at': (string);
  'outcome': (string);
  /**
   * Zero when no answer came.
   */
  'http_status': (number);
  /**
   * Empty when nothing went wrong.
   */
  'error': (string);
}
