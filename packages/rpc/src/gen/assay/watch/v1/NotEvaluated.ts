// Original file: protos/assay/watch/v1/watch.proto


/**
 * A condition that could not be evaluated.
 */
export interface NotEvaluated {
  'at'?: (string);
  /**
   * For the watch's owner.
   */
  'reason'?: (string);
}

/**
 * A condition that could not be evaluated.
 */
export interface NotEvaluated__Output {
  'at': (string);
  /**
   * For the watch's owner.
   */
  'reason': (string);
}
