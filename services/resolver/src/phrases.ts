import { fold } from './text.ts';
import { wordsOf, type Word } from './words.ts';

/** Where a phrase of some kind stands. */
export type PhraseSpan<Kind extends string> = { readonly kind: Kind; readonly start: number; readonly end: number };

/** Finds phrases in folded text. */
export type PhraseFinder<Kind extends string> = (folded: string) => PhraseSpan<Kind>[];

type Entry<Kind> = { readonly kind: Kind; readonly rest: string; readonly tail: readonly string[] };

const unspacedPattern = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const insidePhrase = /^[\s'"\-‐-―/_&.:·]{0,3}$/;
const gapWordsMax = 4;
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
  const unspaced: { readonly kind: Kind; readonly pattern: RegExp }[] = [];
  let wordsMax = 1;
  for (const [kind, list] of Object.entries(lists) as [Kind, readonly string[]][]) {
    const anywhere = list.filter((phrase) => unspacedPattern.test(phrase)).map(unspacedSource);
    if (anywhere.length > 0) {
      unspaced.push({ kind, pattern: new RegExp(anywhere.toSorted((a, b) => b.length - a.length).join('|'), 'gu') });
    }
    for (const phrase of list.filter((one) => !unspacedPattern.test(one))) {
      const isOpen = phrase.endsWith('*');
      const [head = [], tail = []] = fold((isOpen ? phrase.slice(0, -1) : phrase).normalize('NFKC'))
        .split(' * ')
        .map((part) => wordsOf(part).map(({ text }) => text));
      wordsMax = Math.max(wordsMax, head.length);
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
  return (folded) => {
    const words = wordsOf(folded);
    const spans = unspacedPattern.test(folded) ? findUnspaced(unspaced, folded) : [];
    for (let at = 0; at < words.length; at += 1) {
      findAt(folded, words, at, wordsMax, closed, open, spans);
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
  wordsMax: number,
  closed: ReadonlyMap<string, readonly Entry<Kind>[]>,
  open: ReadonlyMap<string, readonly Entry<Kind>[]>,
  spans: PhraseSpan<Kind>[],
): void {
  const start = words[at]?.start ?? 0;
  let before = '';
  for (let next = at; next < Math.min(words.length, at + wordsMax); next += 1) {
    const word = words[next];
    const previous = words[next - 1];
    if (word === undefined || (next > at && !insidePhrase.test(folded.slice(previous?.end, word.start)))) {
      return;
    }
    for (const { kind, tail } of closed.get(before + word.text) ?? []) {
      const end = tail.length === 0 ? word.end : tailEnd(words, next + 1, tail);
      if (end !== undefined) {
        spans.push({ kind, start, end });
      }
    }
    for (const { kind, rest } of open.get(before + word.text.slice(0, openLettersMin)) ?? []) {
      if (word.text.startsWith(rest)) {
        spans.push({ kind, start, end: word.end });
      }
    }
    before += `${word.text} `;
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

function findUnspaced<Kind extends string>(
  lists: readonly { readonly kind: Kind; readonly pattern: RegExp }[],
  folded: string,
): PhraseSpan<Kind>[] {
  return lists.flatMap(({ kind, pattern }) =>
    [...folded.matchAll(pattern)].map((match) => ({ kind, start: match.index, end: match.index + match[0].length })),
  );
}

function unspacedSource(phrase: string): string {
  return fold(phrase.normalize('NFKC'))
    .replace(/\*$/, '')
    .replace(/[.+?^${}()|[\]\\/]/g, '\\$&')
    .replace(/\s+/g, '\\s*');
}
