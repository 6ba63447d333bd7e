import { createSubstringFinder, type SubstringPhrase } from './substring-finder.ts';
import { fold } from './question-text.ts';
import { wordsOf, type Word } from './words.ts';

/** The kind and the position of a phrase in a text. */
export type PhraseSpan<Kind extends string> = { readonly kind: Kind; readonly start: number; readonly end: number };

/** Finds phrases in folded text. Pass the words of the text to save computing them again. */
export type PhraseFinder<Kind extends string> = (folded: string, words?: readonly Word[]) => PhraseSpan<Kind>[];

type Entry<Kind> = { readonly kind: Kind; readonly rest: string; readonly tail: readonly string[] };

const unspacedPattern = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const insidePhrase = /^[\s'"\-‐-―/_&.:·]{0,3}$/;
const maxGapWords = 4;
const nothing: readonly never[] = [];
/** Open phrases are indexed by this many first letters of their last word, so that few need a comparison. */
const minOpenLetters = 2;

/** Splits a list of phrases at commas and line breaks. */
export function phrases(list: string): string[] {
  return list
    .split(/[,\n]/)
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '');
}

/**
 * Creates a finder of phrases of several kinds. Its work grows with the text and not with the number of phrases. A
 * phrase matches whole words. A trailing `*` also matches longer words with that beginning. ` * ` stands for up to four
 * words. A phrase with Chinese, Japanese or Korean characters matches anywhere, even inside a word.
 */
export function createPhraseFinder<Kind extends string>(
  lists: Readonly<Record<Kind, readonly string[]>>,
): PhraseFinder<Kind> {
  const closed = new Map<string, Entry<Kind>[]>();
  const open = new Map<string, Entry<Kind>[]>();
  const unspaced: SubstringPhrase<Kind>[] = [];
  /** Beginnings of phrases of several words. A word that begins none needs one lookup. */
  const beginnings = new Set<string>();
  for (const [kind, list] of Object.entries(lists) as [Kind, readonly string[]][]) {
    const anywhere = list
      .filter((phrase) => unspacedPattern.test(phrase))
      .map((phrase) => substringPhraseOf(kind, phrase));
    unspaced.push(...anywhere.toSorted((a, b) => b.length - a.length).map(({ phrase }) => phrase));
    for (const phrase of list.filter((phrase) => !unspacedPattern.test(phrase))) {
      const isOpen = phrase.endsWith('*');
      const [head = [], tail = []] = fold((isOpen ? phrase.slice(0, -1) : phrase).normalize('NFKC'))
        .split(' * ')
        .map((part) => wordsOf(part).map(({ text }) => text));
      head.slice(0, -1).forEach((_, at) => beginnings.add(head.slice(0, at + 1).join(' ')));
      const last = head.at(-1) ?? '';
      const key = [...head.slice(0, -1), isOpen ? last.slice(0, minOpenLetters) : last].join(' ');
      const into = isOpen ? open : closed;
      const known = into.get(key) ?? [];
      const entry = { kind, rest: isOpen ? last : '', tail };
      if (!known.some((other) => sameEntry(other, entry))) {
        into.set(key, [...known, entry]);
      }
    }
  }
  const findUnspaced = createSubstringFinder(unspaced);
  return (folded, given) => {
    const words = given ?? wordsOf(folded);
    const spans = findUnspaced(folded);
    for (let at = 0; at < words.length; at += 1) {
      findAt(folded, words, at, beginnings, closed, open, spans);
    }
    return spans.toSorted((a, b) => a.start - b.start);
  };
}

/** Returns whether two entries are equal. Spellings that differ only by accents fold into one entry. */
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
    for (const { kind, rest } of open.get(before + word.text.slice(0, minOpenLetters)) ?? nothing) {
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

/** Returns the end of a phrase's second half, or undefined when it does not begin within the allowed gap. */
function tailEnd(words: readonly Word[], from: number, tail: readonly string[]): number | undefined {
  for (let at = from; at <= from + maxGapWords; at += 1) {
    if (tail.every((text, offset) => words[at + offset]?.text === text)) {
      return words[at + tail.length - 1]?.end;
    }
  }
  return undefined;
}

/** Returns a phrase for the substring finder, and the length of its source, which sorts longer phrases first. */
function substringPhraseOf<Kind>(
  kind: Kind,
  phrase: string,
): { readonly phrase: SubstringPhrase<Kind>; readonly length: number } {
  const text = fold(phrase.normalize('NFKC')).replace(/\*$/, '');
  const source = text.replace(/[.+?^${}()|[\]\\/]/g, '\\$&').replace(/\s+/g, '\\s*');
  const pattern = /\s/.test(text) ? { pattern: new RegExp(source, 'uy') } : {};
  return { phrase: { kind, text, ...pattern }, length: source.length };
}
