// Original file: protos/assay/rpc/v1/mux.proto


/**
 * A fault. An outcome such as refused, no source or rate limited is part of the response message instead.
 */
export interface Failure {
  /**
   * A code of the fault table.
   */
  'code'?: (string);
  'detail'?: (string);
  /**
   * Whether the same request may succeed later. An older replica does not send it; the code then decides.
   */
  'mendable'?: (boolean);
  '_mendable'?: "mendable";
}

/**
 * A fault. An outcome such as refused, no source or rate limited is part of the response message instead.
 */
export interface Failure__Output {
  /**
   * A code of the fault table.
   */
  'code': (string);
  'detail': (string);
  /**
   * Whether the same request may succeed later. An older replica does not send it; the code then decides.
   */
  'mendable'?: (boolean);
  '_mendable'?: "mendable";
}
