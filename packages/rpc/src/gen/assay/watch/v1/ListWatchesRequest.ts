// Original file: protos/assay/watch/v1/watch.proto


export interface ListWatchesRequest {
  'account_id'?: (string);
}

export interface ListWatchesRequest__Output {
  'account_id': (string);
}
