// Original file: protos/assay/rpc/v1/mux.proto


export interface Call {
  /**
   * An id that the caller chooses, unique among its calls in flight on this stream.
   */
  'id'?: (number);
  /**
   * Full gRPC path of a unary method, such as /assay.billing.v1.BillingService/Admit.
   */
  'method'?: (string);
  /**
   * The method's encoded request message.
   */
  'payload'?: (Buffer | Uint8Array | string);
  /**
   * Time that was left before the caller's deadline when the item was sent.
   */
  'timeout_ms'?: (number);
  /**
   * W3C traceparent of the caller's span.
   */
  'traceparent'?: (string);
  /**
   * How often the client has sent this call, this time included. The first attempt is 1.
   */
  'attempt'?: (number);
}

export interface Call__Output {
  /**
   * An id that the caller chooses, unique among its calls in flight on this stream.
   */
  'id': (number);
  /**
   * Full gRPC path of a unary method, such as /assay.billing.v1.BillingService/Admit.
   */
  'method': (string);
  /**
   * The method's encoded request message.
   */
  'payload': (Buffer);
  /**
   * Time that was left before the caller's deadline when the item was sent.
   */
  'timeout_ms': (number);
  /**
   * W3C traceparent of the caller's span.
   */
  'traceparent': (string);
  /**
   * How often the client has sent this call, this time included. The first attempt is 1.
   */
  'attempt': (number);
}
