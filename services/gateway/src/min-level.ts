import type { Level } from '@assay/catalog/define';
import { Fault } from '@assay/faults/faults';
import { minLevel } from './schemas.ts';

const optionalLevel = minLevel.optional();

/** The level that a body's `minLevel` asks for; single_source when it is absent. Throws BAD_MIN_LEVEL for no level. */
export function minLevelOf(given: unknown): Level {
  const parsed = optionalLevel.safeParse(given);
  if (!parsed.success) {
    throw new Fault('BAD_MIN_LEVEL');
  }
  return parsed.data ?? 'single_source';
}
