import { z } from 'zod';
import { dataJson } from '../data-files.ts';

const sources = z.array(z.string());
const side = z.strictObject({ decisive: sources, suggestive: sources });
const words = z.strictObject({
  before: side,
  after: side,
  /** Words before and after an address that tell its role only together, as in "can X sign". */
  around: z.strictObject({ before: z.string(), after: z.string() }).optional(),
  /**
   * Words in the rest of the sentence that speak of something named before, as in "does X have power over it". They tell
   * the role of an address that is not the first one.
   */
  pointsBack: z.string().optional(),
  /** Words for somebody who has the role and whose address the question lacks: "can my key open X". */
  unnamed: z.string().optional(),
  /** Nouns for what has the role. They count beside other words: "for my key X" is of a target that is called a key. */
  nouns: z.string().optional(),
});

/**
 * Words right before and after an address that tell its role, as sources of regular expressions over folded text.
 * `decisive` words belong to one role. `suggestive` words are labels that several roles share.
 */
export type RoleWords = z.infer<typeof words>;

/**
 * The words of each parameter that has the same meaning in every type, from `data/role-words.json`. The name of any other
 * parameter is its only word.
 */
export const roleWords: Readonly<Record<string, RoleWords>> = z
  .record(z.string(), words)
  .parse(dataJson('role-words.json'));
