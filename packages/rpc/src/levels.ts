import type { Level } from '@assay/catalog/define';
import { Fault } from '@assay/faults/faults';
import type { Level__Output } from './gen/assay/engine/v1/Level.ts';

const protoLevels = {
  single_source: 'LEVEL_SINGLE_SOURCE',
  consensus: 'LEVEL_CONSENSUS',
  anchored: 'LEVEL_ANCHORED',
} as const satisfies Record<Level, Level__Output>;

const levelNames = new Map<string, Level>(
  Object.entries(protoLevels).map(([name, message]) => [message, name as Level]),
);

/** Converts a level to the form that the engine's messages use. */
export function toProtoLevel(level: Level): Level__Output {
  return protoLevels[level];
}

/** Returns the level in a message of the engine; undefined when the message has none. */
export function fromProtoLevel(level: Level__Output): Level | undefined {
  return levelNames.get(level);
}

/**
 * Returns the level that a request demands; undefined when it demands none. Throws INTERNAL for a level that only a
 * later version knows, which the decoder passes on as a number. Otherwise the request would be answered as if it
 * demanded no level.
 */
export function fromProtoMinLevel(minLevel: Level__Output): Level | undefined {
  const level = fromProtoLevel(minLevel);
  if (level === undefined && minLevel !== 'LEVEL_UNSPECIFIED') {
    throw new Fault('INTERNAL', undefined, {
      cause: new Error('a request has a min_level that this version does not know'),
    });
  }
  return level;
}
