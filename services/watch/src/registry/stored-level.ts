import { levels, type Level } from '@assay/catalog/define';

/**
 * Returns the minimum level of a stored watch. Throws an error for text that is not a level.
 * @param text the column `min_level`.
 */
export function parseStoredLevel(text: string): Level {
  const level = levels.find((each) => each === text);
  if (level === undefined) {
    throw new Error(`the stored minimum level is not one of ${levels.join(', ')}`);
  }
  return level;
}
