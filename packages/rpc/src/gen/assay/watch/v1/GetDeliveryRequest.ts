// Original file: protos/assay/watch/v1/watch.proto


export interface GetDeliveryRequest {
  /**
   * 32 lowercase hex digits.
   */
  'trace_id'?: (string);
}

export interface GetDeliveryRequest__Output {
  /**
   * 32 lowercase hex digits.
   */
  'trace_id': (string);
}
