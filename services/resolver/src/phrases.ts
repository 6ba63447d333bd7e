import { anywhereFinder, type Anywhere } from './anywhere.ts';
import { fold } from './text.ts';
import { wordsOf, type Word } from './words.ts';

/** Where a phrase of some kind stands. */
export type PhraseSpan<Kind extends string> = { readonly kind: Kind; readonly start: number; readonly end: number };

/** Finds phrases in folded text, of which the words may be given. */
export type PhraseFinder<Kind extends string> = (folded: string, words?: readonly Word[]) => PhraseSpan<Kind>[];

type Entry<Kind> = { readonly kind: Kind; readonly rest: string; readonly tail: readonly string[] };

const unspacedPattern = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const insidePhrase = /^[\s'"\-‐-―/_&.:·]{0,3}$/;
const gapWordsMax = 4;
const nothing: readonly never[] = [];
/** Open phrases are kept by the first letters of their last word, so that few have to be compared. */
const openLettersMin = 2;

/**
 * Reads a list of phrases written with commas between them, over any number of lines.
 */
export function phrases(list: string): string[] {
  return list
    .split(/[,\n]/)
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '');
}

/**
 * Prepares a finder of phrases of several kinds. A phrase of a script that writes spaces matches whole words, and with
 * a trailing `*` also longer words that begin so; ` * ` inside one stands for up to four words. A phrase with
 * characters of a script without spaces, or of Korean, matches anywhere. The work grows with the text, not with the
 * number of phrases.
 */
export function phraseFinder<Kind extends string>(
  lists: Readonly<Record<Kind, readonly string[]>>,
): PhraseFinder<Kind> {
  const closed = new Map<string, Entry<Kind>[]>();
  const open = new Map<string, Entry<Kind>[]>();
  const unspaced: Anywhere<Kind>[] = [];
  /** Beginnings of phrases that go on, so that most words of a text are looked up once. */
  const beginnings = new Set<string>();
  for (const [kind, list] of Object.entries(lists) as [Kind, readonly string[]][]) {
    const anywhere = list.filter((phrase) => unspacedPattern.test(phrase)).map((phrase) => anywhereOf(kind, phrase));
    unspaced.push(...anywhere.toSorted((a, b) => b.length - a.length).map(({ phrase }) => phrase));
    for (const phrase of list.filter((one) => !unspacedPattern.test(one))) {
      const isOpen = phrase.endsWith('*');
      const [head = [], tail = []] = fold((isOpen ? phrase.slice(0, -1) : phrase).normalize('NFKC'))
        .split(' * ')
        .map((part) => wordsOf(part).map(({ text }) => text));
      head.slice(0, -1).forEach((_, at) => beginnings.add(head.slice(0, at + 1).join(' ')));
      const last = head.at(-1) ?? '';
      const key = [...head.slice(0, -1), isOpen ? last.slice(0, openLettersMin) : last].join(' ');
      const into = isOpen ? open : closed;
      const known = into.get(key) ?? [];
      const entry = { kind, rest: isOpen ? last : '', tail };
      if (!known.some((other) => sameEntry(other, entry))) {
        into.set(key, [...known, entry]);
      }
    }
  }
  const findUnspaced = anywhereFinder(unspaced);
  return (folded, given) => {
    const words = given ?? wordsOf(folded);
    const spans = findUnspaced(folded);
    for (let at = 0; at < words.length; at += 1) {
      findAt(folded, words, at, beginnings, closed, open, spans);
    }
    return spans.toSorted((a, b) => a.start - b.start);
  };
}

/** Spellings that differ by accents alone fold into one, and are kept once. */
function sameEntry<Kind>(a: Entry<Kind>, b: Entry<Kind>): boolean {
  return a.kind === b.kind && a.rest === b.rest && a.tail.join(' ') === b.tail.join(' ');
}

function findAt<Kind extends string>(
  folded: string,
  words: readonly Word[],
  at: number,
  beginnings: ReadonlySet<string>,
  closed: ReadonlyMap<string, readonly Entry<Kind>[]>,
  open: ReadonlyMap<string, readonly Entry<Kind>[]>,
  spans: PhraseSpan<Kind>[],
): void {
  const start = words[at]?.start ?? 0;
  let before = '';
  for (let next = at; next < words.length; next += 1) {
    const word = words[next];
    const previous = words[next - 1];
    if (word === undefined || (next > at && !insidePhrase.test(folded.slice(previous?.end, word.start)))) {
      return;
    }
    const key = before + word.text;
    for (const { kind, tail } of closed.get(key) ?? nothing) {
      const end = tail.length === 0 ? word.end : tailEnd(words, next + 1, tail);
      if (end !== undefined) {
        spans.push({ kind, start, end });
      }
    }
    for (const { kind, rest } of open.get(before + word.text.slice(0, openLettersMin)) ?? nothing) {
      if (word.text.startsWith(rest)) {
        spans.push({ kind, start, end: word.end });
      }
    }
    if (!beginnings.has(key)) {
      return;
    }
    before = `${key} `;
  }
}

/** Where the second half of a phrase ends, when it begins within the gap that is allowed. */
function tailEnd(words: readonly Word[], from: number, tail: readonly string[]): number | undefined {
  for (let at = from; at <= from + gapWordsMax; at += 1) {
    if (tail.every((text, offset) => words[at + offset]?.text === text)) {
      return words[at + tail.length - 1]?.end;
    }
  }
  return undefined;
}

/** A phrase in folded text as the finder takes it, and the length of its source, by which longer ones come first. */
function anywhereOf<Kind>(kind: Kind, phrase: string): { readonly phrase: Anywhere<Kind>; readonly length: number } {
  const text = fold(phrase.normalize('NFKC')).replace(/\*$/, '');
  const source = text.replace(/[.+?^${}()|[\]\\/]/g, '\\$&').replace(/\s+/g, '\\s*');
  const pattern = /\s/.test(text) ? { pattern: new RegExp(source, 'uy') } : {};
  return { phrase: { kind, text, ...pattern }, length: source.length };
}
