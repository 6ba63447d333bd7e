import type { z } from 'zod';

/**
 * Returns the schema of a field that can be absent. Null, and a value of another shape, count as absent, so that a bad
 * optional field does not invalidate the rest of the answer. Do not use it for a field that excludes a row, such as the mark
 * of a block trade: an unreadable mark would then include the row.
 */
export function optionalField<Value>(schema: z.ZodType<Value>) {
  return schema
    .nullish()
    .transform((value) => value ?? undefined)
    .catch(undefined);
}
