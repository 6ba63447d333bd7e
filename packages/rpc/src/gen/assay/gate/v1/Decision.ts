// Original file: protos/assay/gate/v1/gate.proto

export const Decision = {
  DECISION_UNSPECIFIED: 'DECISION_UNSPECIFIED',
  DECISION_ALLOW: 'DECISION_ALLOW',
  DECISION_ALLOW_WITH_CAVEAT: 'DECISION_ALLOW_WITH_CAVEAT',
  DECISION_REFUSE: 'DECISION_REFUSE',
} as const;

export type Decision =
  | 'DECISION_UNSPECIFIED'
  | 0
  | 'DECISION_ALLOW'
  | 1
  | 'DECISION_ALLOW_WITH_CAVEAT'
  | 2
  | 'DECISION_REFUSE'
  | 3

export type Decision__Output = typeof Decision[keyof typeof Decision]
