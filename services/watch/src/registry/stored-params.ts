import { z } from 'zod';

const storedParams = z.record(z.string(), z.string());

/**
 * Returns the parameters of a stored watch. Throws an error for JSON that is not an object of strings.
 * @param json the column `params` as text.
 */
export function parseStoredParams(json: string): Readonly<Record<string, string>> {
  const parsed = storedParams.safeParse(JSON.parse(json));
  if (!parsed.success) {
    throw new Error(`the stored parameters are invalid: ${z.prettifyError(parsed.error)}`);
  }
  return parsed.data;
}
