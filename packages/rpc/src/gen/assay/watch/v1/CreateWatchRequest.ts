// Original file: protos/assay/watch/v1/watch.proto


export interface CreateWatchRequest {
  'account_id'?: (string);
  /**
   * The caller's JSON object, complete and not validated yet.
   */
  'body_json'?: (string);
  /**
   * An id of this creation. A repeated request with the same id returns the watch and the secret of the first. Empty for a
   * request that is not repeated.
   */
  'creation_id'?: (string);
}

export interface CreateWatchRequest__Output {
  'account_id': (string);
  /**
   * The caller's JSON object, complete and not validated yet.
   */
  'body_json': (string);
  /**
   * An id of this creation. A repeated request with the same id returns the watch and the secret of the first. Empty for a
   * request that is not repeated.
   */
  'creation_id': (string);
}
