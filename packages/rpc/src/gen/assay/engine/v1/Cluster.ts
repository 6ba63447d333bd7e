// Original file: protos/assay/engine/v1/engine.proto


export interface Cluster {
  'providers'?: (string)[];
}

export interface Cluster__Output {
  'providers': (string)[];
}
