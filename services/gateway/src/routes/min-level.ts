import type { Level } from '@assay/catalog/define';
import { Fault } from '@assay/faults/faults';
import { minLevel } from '../answers/schemas.ts';

/** Returns the level of a body's `minLevel`; single_source when absent. Throws BAD_MIN_LEVEL for any other value. */
export function minLevelOf(given: unknown): Level {
  if (given === undefined) {
    return 'single_source';
  }
  const parsed = minLevel.safeParse(given);
  if (!parsed.success) {
    throw new Fault('BAD_MIN_LEVEL');
  }
  return parsed.data;
}
