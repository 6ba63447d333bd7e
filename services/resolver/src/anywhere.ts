/** A phrase that matches wherever its letters stand, as in scripts without spaces. */
export type Anywhere<Kind> = {
  readonly kind: Kind;
  /** How the phrase begins, in folded text: its first letter at least, or all of it where `pattern` is absent. */
  readonly text: string;
  /** For a phrase of which parts may be left out; sticky. */
  readonly pattern?: RegExp;
};

/** Finds such phrases; of one kind the earliest given where several begin, and none that begins inside another. */
export type AnywhereFinder<Kind> = (
  folded: string,
) => { readonly kind: Kind; readonly start: number; readonly end: number }[];

const startSpace = 1 << 12;

/**
 * Prepares a finder that looks phrases up by their first letter, so that the work grows with the text and not with the
 * number of phrases, as that of one long alternation does.
 */
export function anywhereFinder<Kind>(phrases: readonly Anywhere<Kind>[]): AnywhereFinder<Kind> {
  const byStart = new Map<number, Anywhere<Kind>[]>();
  const starts = new Uint8Array(startSpace);
  for (const phrase of phrases) {
    const first = phrase.text.charCodeAt(0);
    byStart.set(first, [...(byStart.get(first) ?? []), phrase]);
    starts[first % startSpace] = 1;
  }
  return (folded) => {
    const found: { kind: Kind; start: number; end: number }[] = [];
    const ends = new Map<Kind, number>();
    for (let start = 0; start < folded.length; start += 1) {
      const first = folded.charCodeAt(start);
      if (starts[first % startSpace] === 1) {
        for (const phrase of byStart.get(first) ?? []) {
          const end = (ends.get(phrase.kind) ?? 0) <= start ? endOf(phrase, folded, start) : undefined;
          if (end !== undefined) {
            ends.set(phrase.kind, end);
            found.push({ kind: phrase.kind, start, end });
          }
        }
      }
    }
    return found;
  };
}

function endOf<Kind>({ text, pattern }: Anywhere<Kind>, folded: string, start: number): number | undefined {
  if (pattern === undefined) {
    return folded.startsWith(text, start) ? start + text.length : undefined;
  }
  pattern.lastIndex = start;
  return pattern.test(folded) ? pattern.lastIndex : undefined;
}
