// Original file: protos/assay/watch/v1/watch.proto


export interface DeleteWatchRequest {
  'account_id'?: (string);
  'watch_id'?: (string);
}

export interface DeleteWatchRequest__Output {
  'account_id': (string);
  'watch_id': (string);
}
