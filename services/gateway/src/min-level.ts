import type { Level } from '@assay/catalog/define';
import { Fault } from '@assay/faults/faults';
import { minLevel } from './schemas.ts';

const optionalLevel = minLevel.optional();

/** Returns the level of a body's `minLevel`; single_source when absent. Throws BAD_MIN_LEVEL for any other value. */
export function minLevelOf(given: unknown): Level {
  const parsed = optionalLevel.safeParse(given);
  if (!parsed.success) {
    throw new Fault('BAD_MIN_LEVEL');
  }
  return parsed.data ?? 'single_source';
}
