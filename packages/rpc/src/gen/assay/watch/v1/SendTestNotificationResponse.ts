// Original file: protos/assay/watch/v1/watch.proto


export interface SendTestNotificationResponse {
  /**
   * Whether the webhook answered with a 2xx status.
   */
  'received'?: (boolean);
  /**
   * Zero without a response.
   */
  'http_status'?: (number);
  /**
   * Empty when it was received.
   */
  'error'?: (string);
}

export interface SendTestNotificationResponse__Output {
  /**
   * Whether the webhook answered with a 2xx status.
   */
  'received': (boolean);
  /**
   * Zero without a response.
   */
  'http_status': (number);
  /**
   * Empty when it was received.
   */
  'error': (string);
}
