import { z } from 'zod';

type Body = Readonly<Record<string, unknown>>;

/**
 * Returns a body without the optional fields that are null: typed clients and strict tool schemas send null for what they do not
 * set. A required field that is null stays, and its route says what is missing. A body without such a null is returned as it is.
 * @param schema the documented schema of the body. Objects inside of it are read alike.
 */
export function withoutAbsentNulls(given: Body, schema: z.ZodObject): Body {
  const entries = Object.entries(given);
  const kept = entries.flatMap(([name, value]): (readonly [string, unknown])[] => {
    const field = Object.hasOwn(schema.shape, name) ? (schema.shape[name] as z.ZodType) : undefined;
    if (value === null && field?.safeParse(undefined).success === true) {
      return [];
    }
    return [[name, isObject(value) && field instanceof z.ZodObject ? withoutAbsentNulls(value, field) : value]];
  });
  const isUnchanged = kept.length === entries.length && kept.every(([, value], index) => value === entries[index]?.[1]);
  // A name such as __proto__ stays a field of the copy.
  return isUnchanged ? given : Object.fromEntries(kept);
}

function isObject(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
