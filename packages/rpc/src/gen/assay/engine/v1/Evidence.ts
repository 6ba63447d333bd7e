// Original file: protos/assay/engine/v1/engine.proto


export interface Evidence {
  'kind'?: (string);
  'nats'?: (number | string);
  'detail'?: (string);
}

export interface Evidence__Output {
  'kind': (string);
  'nats': (number);
  'detail': (string);
}
