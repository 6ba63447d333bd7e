// Original file: protos/assay/rpc/v1/mux.proto


export interface Call {
  /**
   * Chosen by the caller, unique among its calls in flight on this stream.
   */
  'id'?: (number);
  /**
   * Full gRPC path of a unary method, such as /assay.billing.v1.BillingService/Admit.
   */
  'method'?: (string);
  /**
   * The method's request message, encoded.
   */
  'payload'?: (Buffer | Uint8Array | string);
  /**
   * What is left of the caller's deadline when the item was sent.
   */
  'timeout_ms'?: (number);
  /**
   * W3C traceparent of the caller's span.
   */
  'traceparent'?: (string);
}

export interface Call__Output {
  /**
   * Chosen by the caller, unique among its calls in flight on this stream.
   */
  'id': (number);
  /**
   * Full gRPC path of a unary method, such as /assay.billing.v1.BillingService/Admit.
   */
  'method': (string);
  /**
   * The method's request message, encoded.
   */
  'payload': (Buffer);
  /**
   * What is left of the caller's deadline when the item was sent.
   */
  'timeout_ms': (number);
  /**
   * W3C traceparent of the caller's span.
   */
  'traceparent': (string);
}
