// Original file: protos/assay/engine/v1/engine.proto

export const Level = {
  LEVEL_UNSPECIFIED: 'LEVEL_UNSPECIFIED',
  LEVEL_SINGLE_SOURCE: 'LEVEL_SINGLE_SOURCE',
  LEVEL_CONSENSUS: 'LEVEL_CONSENSUS',
  LEVEL_ANCHORED: 'LEVEL_ANCHORED',
} as const;

export type Level =
  | 'LEVEL_UNSPECIFIED'
  | 0
  | 'LEVEL_SINGLE_SOURCE'
  | 1
  | 'LEVEL_CONSENSUS'
  | 2
  | 'LEVEL_ANCHORED'
  | 3

export type Level__Output = typeof Level[keyof typeof Level]
