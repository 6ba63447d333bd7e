// Original file: protos/assay/diagnosis/v1/diagnosis.proto


/**
 * A measured or configured value, such as a latency.
 */
export interface Fact {
  'name'?: (string);
  'value'?: (string);
}

/**
 * A measured or configured value, such as a latency.
 */
export interface Fact__Output {
  'name': (string);
  'value': (string);
}
