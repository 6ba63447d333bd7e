const namedPattern =
  /(?<![\p{L}\p{N}_])["']?([a-z][A-Za-z_]{1,30})["']?\s{0,2}[:=]\s{0,2}(?:"([^"\n]{1,100})"|'([^'\n]{1,100})'|([^\s"',;{}()[\]]{1,120}))/gu;

/** A name without the marks and capitals by which programs join words: "amountIn", "amount_in". */
export function plainName(name: string): string {
  return name.replaceAll('_', '').toLowerCase();
}

/** Finds `name: value`, `name=value` and `"name": "value"`, the way programs ask; the first value of a name counts. Names are plain. */
export function findNamedValues(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const match of text.matchAll(namedPattern)) {
    const name = plainName(match[1] ?? '');
    const value = match[2] ?? match[3] ?? match[4] ?? '';
    if (!found.has(name) && value.trim() !== '') {
      found.set(name, value.trim());
    }
  }
  return found;
}
