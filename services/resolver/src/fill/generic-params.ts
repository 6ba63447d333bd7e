import type { z } from 'zod';
import type { ParsedQuestion } from '../entities/parse-question.ts';
import { plainName } from '../entities/named-values.ts';
import type { FilledParam } from './filled-param.ts';
import { matchesOf } from '../matches.ts';

/**
 * Finds a value for a parameter that has no filler of its own. It first looks for a value that the question gives under
 * the parameter's name. Then it takes the first unused entity that the schema accepts. If the schema accepts any text,
 * only a value under the parameter's name counts, because any other value would be a guess.
 */
export function fillGenericParam(
  name: string,
  schema: unknown,
  parsed: ParsedQuestion,
  used: ReadonlySet<string>,
): FilledParam {
  const accepts = (value: string): boolean => (schema as z.ZodType).safeParse(value).success;
  const named = parsed.named.get(plainName(name));
  if (named !== undefined && accepts(named)) {
    return { value: named };
  }
  if (accepts('\u0001 neither an address, a name nor a number \u0001')) {
    return undefined;
  }
  const { entities, masked } = parsed;
  const candidates = [
    ...entities.addresses,
    ...entities.dids,
    ...entities.handles,
    ...entities.assets,
    ...entities.venues,
    ...entities.games,
    ...entities.amounts,
  ].map(({ value }) => value);
  // If a schema accepts a made-up word, it accepts every word, so taking a word from the question would be a guess.
  const words = accepts('qzxvk') ? [] : matchesOf(/[\p{L}\p{N}_]+/gu, masked).map((word) => word[0]);
  const found = [...candidates, ...words].find((value) => !used.has(value) && accepts(value));
  return found === undefined ? undefined : { value: found };
}
