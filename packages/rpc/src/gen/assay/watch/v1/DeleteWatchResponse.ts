// Original file: protos/assay/watch/v1/watch.proto


export interface DeleteWatchResponse {
  /**
   * False when the account has no such watch.
   */
  'deleted'?: (boolean);
}

export interface DeleteWatchResponse__Output {
  /**
   * False when the account has no such watch.
   */
  'deleted': (boolean);
}
