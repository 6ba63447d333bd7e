import type { z } from 'zod';
import type { Reading } from '../entities/extract.ts';
import { plainName } from '../entities/named-values.ts';
import type { Found } from './found.ts';

/**
 * Finds a value for a parameter that no filler knows by name: what the question gives under that very name, else the
 * first entity, not used for another parameter, that the parameter's schema accepts. Schemas that accept any text
 * take nothing but what is named, so that a free text is never guessed.
 */
export function fillUnnamed(name: string, schema: unknown, reading: Reading, used: ReadonlySet<string>): Found {
  const accepts = (value: string): boolean => (schema as z.ZodType).safeParse(value).success;
  const named = reading.named.get(plainName(name));
  if (named !== undefined && accepts(named)) {
    return { value: named };
  }
  if (accepts('\u0001 neither an address, a name nor a number \u0001')) {
    return undefined;
  }
  const { entities, masked } = reading;
  const candidates = [
    ...entities.addresses,
    ...entities.dids,
    ...entities.handles,
    ...entities.assets,
    ...entities.venues,
    ...entities.games,
    ...entities.amounts,
  ].map(({ value }) => value);
  // A schema that takes a made-up word takes any, so a word of the question would be a guess.
  const words = accepts('qzxvk') ? [] : [...masked.matchAll(/[\p{L}\p{N}_]+/gu)].map((word) => word[0]);
  const found = [...candidates, ...words].find((value) => !used.has(value) && accepts(value));
  return found === undefined ? undefined : { value: found };
}
