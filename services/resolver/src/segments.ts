import { matchesOf } from './matches.ts';

/** A part of a text, from `start` up to `end`, that may contain the question. */
export type Segment = { readonly start: number; readonly end: number };

const sentenceEnd =
  /<\/[^<>]{1,30}>|[.!?…]+(?=\s|$|["')\]])|[。？！؟]+|\n+|(?<=\s)(?:--+|\||\/(?=\s[\p{L}_# ]{1,25}[:=]))(?=\s)/gu;
const clauseEnd =
  /[,;:—–]\s|[、，；：]|\s-\s|\s(?:but|so|anyway|pero|así que|mais|donc|aber|also|mas|então|ma|quindi|но|так что|ama|ancak)\s|でも、?|けど、?|但是?|不过|하지만|그런데|근데/giu;
const maxSegments = 40;

let latest: { readonly text: string; readonly parts: readonly Segment[] } = { text: '', parts: [] };

/**
 * Splits a text into sentences, also inside quotations. The sentences of the latest text are cached, because every
 * candidate of a message needs them.
 */
export function sentences(text: string): readonly Segment[] {
  if (latest.text !== text) {
    latest = { text, parts: cut(text, 0, text.length, sentenceEnd) };
  }
  return latest.parts;
}

/** Splits a sentence into clauses at commas, dashes and words for "but". */
export function clauses(text: string, sentence: Segment): Segment[] {
  return cut(text, sentence.start, sentence.end, clauseEnd);
}

function cut(text: string, start: number, end: number, boundary: RegExp): Segment[] {
  const found: Segment[] = [];
  let from = start;
  for (const match of matchesOf(boundary, text.slice(start, end))) {
    const to = start + match.index + match[0].length;
    if (isCutShort(text, start + match.index, to)) {
      continue;
    }
    push(found, text, from, to);
    from = to;
  }
  push(found, text, from, end);
  return found.slice(0, maxSegments);
}

/**
 * Returns whether dots mean that an address is shortened, as in "is 4Nd1mY... a rug". Such dots do not end a sentence.
 */
function isCutShort(text: string, dots: number, end: number): boolean {
  return (
    /^(?:\.{2,}|…)$/.test(text.slice(dots, end)) &&
    /(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z0-9]{4,}$/.test(text.slice(Math.max(0, dots - 12), dots)) &&
    /^\s?\p{Ll}/u.test(text.slice(end, end + 2))
  );
}

function push(found: Segment[], text: string, start: number, end: number): void {
  if (/[\p{L}\p{N}]/u.test(text.slice(start, end))) {
    found.push({ start, end });
  }
}
