// Original file: protos/assay/billing/v1/billing.proto

export const Admission = {
  ADMISSION_UNSPECIFIED: 'ADMISSION_UNSPECIFIED',
  ADMISSION_ADMITTED: 'ADMISSION_ADMITTED',
  ADMISSION_INVALID_KEY: 'ADMISSION_INVALID_KEY',
  ADMISSION_RATE_LIMITED: 'ADMISSION_RATE_LIMITED',
  /**
   * The key is valid and within its limit. The balance minus all holds does not cover hold_micros.
   */
  ADMISSION_INSUFFICIENT_CREDITS: 'ADMISSION_INSUFFICIENT_CREDITS',
} as const;

export type Admission =
  | 'ADMISSION_UNSPECIFIED'
  | 0
  | 'ADMISSION_ADMITTED'
  | 1
  | 'ADMISSION_INVALID_KEY'
  | 2
  | 'ADMISSION_RATE_LIMITED'
  | 3
  /**
   * The key is valid and within its limit. The balance minus all holds does not cover hold_micros.
   */
  | 'ADMISSION_INSUFFICIENT_CREDITS'
  | 4

export type Admission__Output = typeof Admission[keyof typeof Admission]
