import type { z } from 'zod';

/**
 * Returns the schema of a field that may be absent. A null and a value of another form count as absent, so that a bad
 * optional field does not invalidate the whole answer. Do not use it for a field that excludes a row, such as a flag
 * for block trades. An unreadable flag would then count as absent, and the row would stay.
 */
export function optionalField<Value>(schema: z.ZodType<Value>) {
  return schema
    .nullish()
    .transform((value) => value ?? undefined)
    .catch(undefined);
}
