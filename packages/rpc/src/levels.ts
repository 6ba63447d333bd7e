import type { Level__Output } from './gen/assay/engine/v1/Level.ts';

const protoLevels = {
  single_source: 'LEVEL_SINGLE_SOURCE',
  consensus: 'LEVEL_CONSENSUS',
  anchored: 'LEVEL_ANCHORED',
} as const satisfies Record<string, Level__Output>;

/** The name of a verification level, as callers write it. */
export type LevelName = keyof typeof protoLevels;

const levelNames = new Map<string, LevelName>(
  Object.entries(protoLevels).map(([name, message]) => [message, name as LevelName]),
);

/** Returns a level as the engine's messages encode it. */
export function toProtoLevel(level: LevelName): Level__Output {
  return protoLevels[level];
}

/** Returns the level that a message of the engine names; undefined when the message names none. */
export function fromProtoLevel(level: Level__Output): LevelName | undefined {
  return levelNames.get(level);
}
