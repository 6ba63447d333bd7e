// Original file: protos/assay/billing/v1/billing.proto

import type { IdempotentCallState as _assay_billing_v1_IdempotentCallState, IdempotentCallState__Output as _assay_billing_v1_IdempotentCallState__Output } from '../../../assay/billing/v1/IdempotentCallState.ts';

export interface BeginIdempotentCallResponse {
  'state'?: (_assay_billing_v1_IdempotentCallState);
  /**
   * An id that all attempts of the call share. Present when this attempt may run.
   */
  'call_id'?: (string);
  /**
   * The stored answer. Present when the call is finished.
   */
  'http_status'?: (number);
  'body'?: (string);
}

export interface BeginIdempotentCallResponse__Output {
  'state': (_assay_billing_v1_IdempotentCallState__Output);
  /**
   * An id that all attempts of the call share. Present when this attempt may run.
   */
  'call_id': (string);
  /**
   * The stored answer. Present when the call is finished.
   */
  'http_status': (number);
  'body': (string);
}
