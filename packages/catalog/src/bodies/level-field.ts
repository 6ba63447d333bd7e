import { z } from 'zod';
import { levels } from '../define.ts';

/** The required level, in every body that may have one. */
export const minLevelField = z
  .enum(levels, 'must be "single_source", "consensus" or "anchored"')
  .describe('The required level: an answer below it is refused. The default is single_source.');
