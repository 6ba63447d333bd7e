// Original file: protos/assay/watch/v1/watch.proto


export interface CreateWatchRequest {
  'account_id'?: (string);
  /**
   * The caller's JSON object, complete and not validated yet.
   */
  'body_json'?: (string);
}

export interface CreateWatchRequest__Output {
  'account_id': (string);
  /**
   * The caller's JSON object, complete and not validated yet.
   */
  'body_json': (string);
}
