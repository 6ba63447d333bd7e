// Original file: protos/assay/billing/v1/billing.proto

export const IdempotentCallState = {
  IDEMPOTENT_CALL_STATE_UNSPECIFIED: 'IDEMPOTENT_CALL_STATE_UNSPECIFIED',
  /**
   * The attempt holds the lease of the call and must end with FinishIdempotentCall. The holds of an earlier attempt whose
   * lease ended are given back.
   */
  IDEMPOTENT_CALL_STATE_RUN: 'IDEMPOTENT_CALL_STATE_RUN',
  /**
   * An earlier attempt stored its answer.
   */
  IDEMPOTENT_CALL_STATE_FINISHED: 'IDEMPOTENT_CALL_STATE_FINISHED',
  /**
   * Another attempt holds the lease.
   */
  IDEMPOTENT_CALL_STATE_IN_PROGRESS: 'IDEMPOTENT_CALL_STATE_IN_PROGRESS',
  /**
   * The key belongs to a call with another path or body.
   */
  IDEMPOTENT_CALL_STATE_MISMATCH: 'IDEMPOTENT_CALL_STATE_MISMATCH',
} as const;

export type IdempotentCallState =
  | 'IDEMPOTENT_CALL_STATE_UNSPECIFIED'
  | 0
  /**
   * The attempt holds the lease of the call and must end with FinishIdempotentCall. The holds of an earlier attempt whose
   * lease ended are given back.
   */
  | 'IDEMPOTENT_CALL_STATE_RUN'
  | 1
  /**
   * An earlier attempt stored its answer.
   */
  | 'IDEMPOTENT_CALL_STATE_FINISHED'
  | 2
  /**
   * Another attempt holds the lease.
   */
  | 'IDEMPOTENT_CALL_STATE_IN_PROGRESS'
  | 3
  /**
   * The key belongs to a call with another path or body.
   */
  | 'IDEMPOTENT_CALL_STATE_MISMATCH'
  | 4

export type IdempotentCallState__Output = typeof IdempotentCallState[keyof typeof IdempotentCallState]
