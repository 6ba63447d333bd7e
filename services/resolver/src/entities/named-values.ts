import { matchesOf } from '../matches.ts';

const namedPattern =
  /(?<![\p{L}\p{N}_])["']?([a-z][A-Za-z_]{1,30})["']?\s{0,2}[:=]\s{0,2}(?:"([^"\n]{1,100})"|'([^'\n]{1,100})'|([^\s"',;{}()[\]]{1,120}))/gu;

/** Returns a name in lower case without underscores: "amountIn" and "amount_in" become "amountin". */
export function plainName(name: string): string {
  return name.replaceAll('_', '').toLowerCase();
}

/**
 * Finds `name: value`, `name=value` and `"name": "value"`, as programs write them. If a name occurs twice, its first
 * value counts. The keys of the result are names as `plainName` returns them.
 */
export function findNamedValues(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const match of matchesOf(namedPattern, text)) {
    const name = plainName(match[1] ?? '');
    const value = match[2] ?? match[3] ?? match[4] ?? '';
    if (!found.has(name) && value.trim() !== '') {
      found.set(name, value.trim());
    }
  }
  return found;
}
