import type { Level } from '@assay/catalog/define';
import { Fault } from '@assay/faults/faults';
import type { Level__Output } from '@assay/rpc/gen/assay/engine/v1/Level';
import { minLevel } from './schemas.ts';

const protoLevels = {
  single_source: 'LEVEL_SINGLE_SOURCE',
  consensus: 'LEVEL_CONSENSUS',
  anchored: 'LEVEL_ANCHORED',
} as const satisfies Record<Level, Level__Output>;

const optionalLevel = minLevel.optional();

/** A level as the engine's messages name it. */
export function toProtoLevel(level: Level): Level__Output {
  return protoLevels[level];
}

/** The level that an engine's message names; undefined for none. */
export function fromProtoLevel(level: Level__Output): Level | undefined {
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

/** The level that a body's `minLevel` asks for; single_source when it is absent. Throws BAD_MIN_LEVEL for no level. */
export function minLevelOf(given: unknown): Level {
  const parsed = optionalLevel.safeParse(given);
  if (!parsed.success) {
    throw new Fault('BAD_MIN_LEVEL');
  }
  return parsed.data ?? 'single_source';
}
