// Original file: protos/assay/events/v1/events.proto


export interface Resolution {
  'model'?: (string);
  'confidence'?: (number | string);
  'fallback_reason'?: (string);
}

export interface Resolution__Output {
  'model': (string);
  'confidence': (number);
  'fallback_reason': (string);
}
