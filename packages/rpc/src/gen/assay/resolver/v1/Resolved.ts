// Original file: protos/assay/resolver/v1/resolver.proto

export const Resolved = {
  RESOLVED_UNSPECIFIED: 'RESOLVED_UNSPECIFIED',
  RESOLVED_TYPE: 'RESOLVED_TYPE',
  RESOLVED_MISSING_PARAM: 'RESOLVED_MISSING_PARAM',
  RESOLVED_NONE: 'RESOLVED_NONE',
} as const;

export type Resolved =
  | 'RESOLVED_UNSPECIFIED'
  | 0
  | 'RESOLVED_TYPE'
  | 1
  | 'RESOLVED_MISSING_PARAM'
  | 2
  | 'RESOLVED_NONE'
  | 3

export type Resolved__Output = typeof Resolved[keyof typeof Resolved]
