/** A phrase that matches anywhere, even inside a word, for scripts without spaces. */
export type SubstringPhrase<Kind> = {
  readonly kind: Kind;
  /**
   * The phrase in folded text. If there is a `pattern`, the pattern is matched instead, and only the first letter of
   * this text is used.
   */
  readonly text: string;
  /** A sticky pattern for a phrase with optional parts. */
  readonly pattern?: RegExp;
};

/**
 * Finds phrases in folded text. If several phrases of a kind match at one position, the first one in the list wins.
 * Matches of one kind never overlap.
 */
export type SubstringFinder<Kind> = (
  folded: string,
) => { readonly kind: Kind; readonly start: number; readonly end: number }[];

const startSpace = 1 << 12;
const beyondLatin = /[\u0100-\uffff]/;

/**
 * Creates a finder that looks phrases up by their first letter. Its time depends on the length of the text, not on the
 * number of phrases.
 */
export function createSubstringFinder<Kind>(phrases: readonly SubstringPhrase<Kind>[]): SubstringFinder<Kind> {
  const byStart = new Map<number, SubstringPhrase<Kind>[]>();
  const starts = new Uint8Array(startSpace);
  for (const phrase of phrases) {
    const first = phrase.text.charCodeAt(0);
    byStart.set(first, [...(byStart.get(first) ?? []), phrase]);
    starts[first % startSpace] = 1;
  }
  const isBeyondLatin = phrases.every(({ text }) => beyondLatin.test(text.charAt(0)));
  return (folded) => {
    if (isBeyondLatin && !beyondLatin.test(folded)) {
      return [];
    }
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

function endOf<Kind>({ text, pattern }: SubstringPhrase<Kind>, folded: string, start: number): number | undefined {
  if (pattern === undefined) {
    return folded.startsWith(text, start) ? start + text.length : undefined;
  }
  pattern.lastIndex = start;
  return pattern.test(folded) ? pattern.lastIndex : undefined;
}
