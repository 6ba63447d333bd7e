// Original file: protos/assay/billing/v1/billing.proto

export const UsageStep = {
  USAGE_STEP_UNSPECIFIED: 'USAGE_STEP_UNSPECIFIED',
  USAGE_STEP_HOUR: 'USAGE_STEP_HOUR',
  USAGE_STEP_DAY: 'USAGE_STEP_DAY',
} as const;

export type UsageStep =
  | 'USAGE_STEP_UNSPECIFIED'
  | 0
  | 'USAGE_STEP_HOUR'
  | 1
  | 'USAGE_STEP_DAY'
  | 2

export type UsageStep__Output = typeof UsageStep[keyof typeof UsageStep]
