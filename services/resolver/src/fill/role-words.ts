import { z } from 'zod';
import { dataJson } from '../data-files.ts';

const sources = z.array(z.string());
const side = z.strictObject({ decisive: sources, suggestive: sources });
const words = z.strictObject({
  before: side,
  after: side,
  /** Words that show the role of an address only if one is before it and the other after it, as in "can X sign". */
  around: z.strictObject({ before: z.string(), after: z.string() }).optional(),
  /**
   * Words in the rest of the sentence that refer to something named earlier, such as "it" in "does X have power over
   * it". They show the role of an address that is not the first one.
   */
  pointsBack: z.string().optional(),
  /**
   * Words for somebody who has the role but whose address is not in the question, such as "my key" in "can my key open
   * X".
   */
  unnamed: z.string().optional(),
  /**
   * Nouns for the account that has the role. Other words can outweigh them. In "for my key X", for example, X is the
   * target of the question although the caller calls it a key.
   */
  nouns: z.string().optional(),
});

/**
 * Words right before and after an address that show its role, as sources of regular expressions over folded text. Only
 * one role uses a `decisive` word. Several roles use a `suggestive` word.
 */
export type RoleWords = z.infer<typeof words>;

/**
 * The words of each parameter that has the same meaning in every type, from `data/role-words.json`. For any other
 * parameter, the only word is its name.
 */
export const roleWords: Readonly<Record<string, RoleWords>> = z
  .record(z.string(), words)
  .parse(dataJson('role-words.json'));
