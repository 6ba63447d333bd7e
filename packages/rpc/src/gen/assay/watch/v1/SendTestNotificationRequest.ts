// Original file: protos/assay/watch/v1/watch.proto


export interface SendTestNotificationRequest {
  'account_id'?: (string);
  'watch_id'?: (string);
}

export interface SendTestNotificationRequest__Output {
  'account_id': (string);
  'watch_id': (string);
}
