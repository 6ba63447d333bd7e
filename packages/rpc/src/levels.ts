import type { Level__Output } from './gen/assay/engine/v1/Level.ts';

const protoLevels = {
  single_source: 'LEVEL_SINGLE_SOURCE',
  consensus: 'LEVEL_CONSENSUS',
  anchored: 'LEVEL_ANCHORED',
} as const satisfies Record<string, Level__Output>;

type LevelName = keyof typeof protoLevels;

/** A level as the engine's messages name it. */
export function toProtoLevel(level: LevelName): Level__Output {
  return protoLevels[level];
}

/** The level that an engine's message names; undefined for none. */
export function fromProtoLevel(level: Level__Output): LevelName | undefined {
  switch (level) {
    case 'LEVEL_SINGLE_SOURCE':
      return 'single_source';
    case 'LEVEL_CONSENSUS':
      return 'consensus';
    case 'LEVEL_ANCHORED':
      return 'anchored';
    default:
      return undefined;
  }
}
