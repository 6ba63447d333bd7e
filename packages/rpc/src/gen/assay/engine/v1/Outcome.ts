// Original file: protos/assay/engine/v1/engine.proto

export const Outcome = {
  OUTCOME_UNSPECIFIED: 'OUTCOME_UNSPECIFIED',
  OUTCOME_DELIVERED: 'OUTCOME_DELIVERED',
  OUTCOME_REFUSED: 'OUTCOME_REFUSED',
  /**
   * The parameters are valid, and no source knows the entity.
   */
  OUTCOME_NO_SOURCE: 'OUTCOME_NO_SOURCE',
  /**
   * Every source failed or timed out.
   */
  OUTCOME_FAILED: 'OUTCOME_FAILED',
} as const;

export type Outcome =
  | 'OUTCOME_UNSPECIFIED'
  | 0
  | 'OUTCOME_DELIVERED'
  | 1
  | 'OUTCOME_REFUSED'
  | 2
  /**
   * The parameters are valid, and no source knows the entity.
   */
  | 'OUTCOME_NO_SOURCE'
  | 3
  /**
   * Every source failed or timed out.
   */
  | 'OUTCOME_FAILED'
  | 4

export type Outcome__Output = typeof Outcome[keyof typeof Outcome]
