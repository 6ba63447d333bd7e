import { watchCondition, type WatchCondition } from '@assay/catalog/bodies/new-watch';
import type { DataType } from '@assay/catalog/define';
import { nearestName } from '@assay/catalog/nearest-name';
import { cleanText } from '@assay/faults/clean-text';
import { z } from 'zod';

/** Maximum number of characters of a caller's text that an error message repeats. */
const maxEchoedCharacters = 64;

/**
 * Returns the condition of a stored watch, or undefined when the watch has none. Throws an error for JSON that is not a
 * condition.
 * @param json the column `condition` as text.
 */
export function parseStoredCondition(json: string | null): WatchCondition | undefined {
  if (json === null) {
    return undefined;
  }
  const parsed = watchCondition.safeParse(JSON.parse(json));
  if (!parsed.success) {
    throw new Error(`the stored condition is invalid: ${z.prettifyError(parsed.error)}`);
  }
  return parsed.data;
}

/** Returns why a condition does not fit the data of a type, or undefined when it does. */
export function misfitOf(condition: WatchCondition, type: DataType): string | undefined {
  const { field } = condition;
  const shape = type.data.shape as Readonly<Record<string, z.ZodType>>;
  const schema = Object.hasOwn(shape, field) ? shape[field] : undefined;
  if (schema === undefined) {
    const fields = Object.keys(shape);
    const nearest = nearestName(field, fields);
    const hint = nearest === undefined ? 'it has' : `did you mean "${nearest}"? It has`;
    return `"condition.field": ${type.id} has no field "${cleanText(field, maxEchoedCharacters)}" in its data; ${hint} ${fields.join(', ')}`;
  }
  return 'crosses' in condition && !isNumeric(schema)
    ? `"condition.crosses" needs a numeric field, and "${field}" of ${type.id} is not numeric; use changes: true`
    : undefined;
}

/** Returns whether a field contains numbers or decimal strings. A schema of decimal strings rejects any other text. */
function isNumeric(schema: z.ZodType): boolean {
  const accepts = (value: unknown): boolean => schema.safeParse(value).success;
  return accepts(1) || (accepts('1') && !accepts('one'));
}
