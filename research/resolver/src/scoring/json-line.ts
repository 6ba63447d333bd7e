import type { z } from 'zod';

/** Reads a line of JSON. For a malformed line, throws an error with the line's number and the problem. */
export function readJsonLine<Schema extends z.ZodType>(schema: Schema, line: string, number: number): z.infer<Schema> {
  let given: unknown;
  try {
    given = JSON.parse(line);
  } catch {
    throw new Error(`line ${number}: not JSON`);
  }
  const read = schema.safeParse(given);
  if (!read.success) {
    const [issue] = read.error.issues;
    const path = issue?.path.join('.') ?? '';
    throw new Error(`line ${number}: ${path === '' ? '' : `${path}: `}${issue?.message ?? 'malformed'}`);
  }
  return read.data;
}
