// Original file: protos/assay/engine/v1/engine.proto


export interface Resolution {
  /**
   * The model that decided, such as embedded@3 or the name of an endpoint's model.
   */
  'model'?: (string);
  'confidence'?: (number | string);
  /**
   * Why a fallback decided instead of the first model; empty otherwise.
   */
  'fallback_reason'?: (string);
}

export interface Resolution__Output {
  /**
   * The model that decided, such as embedded@3 or the name of an endpoint's model.
   */
  'model': (string);
  'confidence': (number);
  /**
   * Why a fallback decided instead of the first model; empty otherwise.
   */
  'fallback_reason': (string);
}
