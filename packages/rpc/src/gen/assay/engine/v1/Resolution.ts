// Original file: protos/assay/engine/v1/engine.proto


export interface Resolution {
  /**
   * Which model decided, such as embedded@3 or an endpoint's model name.
   */
  'model'?: (string);
  'confidence'?: (number | string);
  /**
   * Why the first model did not decide, when a fallback did.
   */
  'fallback_reason'?: (string);
}

export interface Resolution__Output {
  /**
   * Which model decided, such as embedded@3 or an endpoint's model name.
   */
  'model': (string);
  'confidence': (number);
  /**
   * Why the first model did not decide, when a fallback did.
   */
  'fallback_reason': (string);
}
