import type { z } from 'zod';

/**
 * Returns the content of one line of a recorded file. Throws with the line's number and the problem.
 *
 * @param otherwise the problem to state when the schema states none.
 */
export function readLine<Content>(
  schema: z.ZodType<Content>,
  text: string,
  lineNumber: number,
  otherwise: string,
): Content {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    throw new Error(`line ${lineNumber} is not JSON`);
  }
  const parsed = schema.safeParse(read);
  if (parsed.success) {
    return parsed.data;
  }
  const issue = parsed.error.issues[0];
  throw new Error(`line ${lineNumber}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? otherwise}`);
}
