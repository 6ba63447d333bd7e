// Original file: protos/assay/rpc/v1/mux.proto


/**
 * Something broke. What a method decided (refused, no source, rate limited) is in its response instead.
 */
export interface Failure {
  /**
   * A code of the fault table.
   */
  'code'?: (string);
  'detail'?: (string);
}

/**
 * Something broke. What a method decided (refused, no source, rate limited) is in its response instead.
 */
export interface Failure__Output {
  /**
   * A code of the fault table.
   */
  'code': (string);
  'detail': (string);
}
