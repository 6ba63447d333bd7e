import { z } from 'zod';
import { levels } from '../define.ts';

/** The field `minLevel`, as every body that accepts a required level has it. */
export const minLevelField = z
  .enum(levels, 'must be "single_source", "consensus" or "anchored"')
  .describe('An answer below this level is refused. The default is single_source.');

/** The default of `minLevel`. */
export const defaultMinLevel = levels[0];
