/** A text counts as a misspelling of a name if it has at most one mistake for every this many characters. */
const charactersPerMistake = 3;

/**
 * Returns the known name that a text most likely means; undefined when it is similar to none. Capitals, underscores and
 * hyphens do not count as mistakes, so `min_level` means `minLevel`. The text may have any length: it is compared only
 * with names of similar length.
 */
export function nearestName(callersName: string, knownNames: Iterable<string>): string | undefined {
  const written = plainForm(callersName);
  let nearest: { readonly name: string; readonly mistakes: number } | undefined;
  for (const name of knownNames) {
    const comparedName = plainForm(name);
    const allowed = Math.max(1, Math.floor(comparedName.length / charactersPerMistake));
    if (Math.abs(comparedName.length - written.length) > allowed) {
      continue;
    }
    const mistakes = mistakesBetween(written, comparedName);
    if (mistakes <= allowed && mistakes < (nearest?.mistakes ?? Number.POSITIVE_INFINITY)) {
      nearest = { name, mistakes };
    }
  }
  return nearest?.name;
}

/** Returns the end of a message that suggests the nearest name; empty when there is none. */
export function nearestHint(nearest: string | undefined): string {
  return nearest === undefined ? '' : `; did you mean "${nearest}"?`;
}

function plainForm(name: string): string {
  return name.toLowerCase().replaceAll(/[_-]/g, '');
}

/**
 * Returns the edit distance of two short texts: the number of wrong, missing and additional characters, and of swapped
 * neighbours (the optimal string alignment distance).
 */
function mistakesBetween(a: string, b: string): number {
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: b.length + 1 }, (_unused, index) => index);
  for (let row = 1; row <= a.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1];
      const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      next[column] = Math.min(
        at(last, column - 1) + (isSame ? 0 : 1),
        at(last, column) + 1,
        at(next, column - 1) + 1,
        isSwapped ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    beforeLast = last;
    last = next;
  }
  return at(last, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
