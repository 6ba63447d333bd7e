// Original file: protos/assay/billing/v1/billing.proto


export interface FinishIdempotentCallResponse {
  /**
   * False when the attempt no longer holds the lease, or when its capture was reversed. Nothing was stored then.
   */
  'finished'?: (boolean);
}

export interface FinishIdempotentCallResponse__Output {
  /**
   * False when the attempt no longer holds the lease, or when its capture was reversed. Nothing was stored then.
   */
  'finished': (boolean);
}
