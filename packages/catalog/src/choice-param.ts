import { z } from 'zod';
import { nearestHint, nearestName } from './nearest-name.ts';

/** One of the values that a parameter may have. */
export type Choice = {
  readonly id: string;
  /** Other names of the value that callers may use, in lower case. */
  readonly aliases: readonly string[];
};

/**
 * Returns a parameter with a fixed list of values. Callers may also write a value in capitals or use one of its
 * aliases; parsing returns the value itself. The JSON Schema lists the values.
 * @param paramDescription description of the parameter. The schema appends the list of the values to it.
 */
export function choiceParam(choices: readonly Choice[], paramDescription: string) {
  const ids = choices.map(({ id }) => id);
  const rule = `must be one of ${ids.join(', ')}`;
  return z
    .string(rule)
    .transform((text, context) => {
      const name = text.trim().toLowerCase();
      const found = choices.find(({ id, aliases }) => id === name || aliases.includes(name));
      if (found === undefined) {
        const nearest = nearestName(name, ids);
        context.addIssue({ code: 'custom', message: `${rule}${nearestHint(nearest)}` });
        return z.NEVER;
      }
      return found.id;
    })
    .describe(`${paramDescription}: ${ids.join(', ')}.`)
    .meta({ enum: ids });
}
