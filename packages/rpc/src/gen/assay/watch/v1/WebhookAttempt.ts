// Original file: protos/assay/watch/v1/watch.proto


export interface WebhookAttempt {
  'at'?: (string);
  'outcome'?: (string);
  /**
   * The status of the webhook's response; zero without a response.
   */
  'http_status'?: (number);
  /**
   * Empty when there was no error.
   */
  'error'?: (string);
}

export interface WebhookAttempt__Output {
  'at': (string);
  'outcome': (string);
  /**
   * The status of the webhook's response; zero without a response.
   */
  'http_status': (number);
  /**
   * Empty when there was no error.
   */
  'error': (string);
}
