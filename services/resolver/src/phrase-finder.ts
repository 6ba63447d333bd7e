import { createSubstringFinder, type SubstringPhrase } from './substring-finder.ts';
import { fold } from './question-text.ts';
import { wordsOf, type Word } from './words.ts';

/** The kind and the position of a phrase in a text. */
export type PhraseSpan<Kind extends string> = { readonly kind: Kind; readonly start: number; readonly end: number };

/** Finds phrases in folded text. If the caller already has the words of the text, it can pass them to save time. */
export type PhraseFinder<Kind extends string> = (folded: string, words?: readonly Word[]) => PhraseSpan<Kind>[];

type Entry<Kind> = { readonly kind: Kind; readonly rest: string; readonly tail: readonly string[] };

/** Phrases that end with the same last words. `goesOn` says whether these words also begin longer phrases. */
type Ending<Kind> = { readonly closed: readonly Entry<Kind>[]; readonly goesOn: boolean };

/** The phrases of a finder, indexed by their words. */
type PhraseIndex<Kind> = {
  readonly endings: ReadonlyMap<string, Ending<Kind>>;
  /**
   * Phrases that end with `*`, so that the last word may have any ending. The key is the words before the last one, and
   * the first letters of the last one.
   */
  readonly open: ReadonlyMap<string, readonly Entry<Kind>[]>;
  /**
   * Marks the first letters of the last words in `open`. Most words of a text begin with other letters, so they need no
   * lookup.
   */
  readonly openStarts: Uint8Array;
  /**
   * Marks the lengths and first letters of the first words of all phrases. Most words of a text match none, so they
   * need no lookup.
   */
  readonly firstWords: Uint8Array;
};

const unspacedPattern = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const insidePhrase = /^[\s'"\-‐-―/_&.:·]{0,3}$/;
const maxGapWords = 4;
const nothing: readonly never[] = [];
/**
 * Number of letters of the last word by which the phrases in `open` are indexed. With two letters, few phrases have the
 * same key, so few must be compared.
 */
const minOpenLetters = 2;
const startSpace = 1 << 14;

/** Splits a list of phrases at commas and line breaks. */
export function phrases(list: string): string[] {
  return list
    .split(/[,\n]/)
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '');
}

/**
 * Creates a finder of phrases of several kinds. Its time depends on the length of the text, not on the number of
 * phrases. A phrase matches whole words. A trailing `*` also matches longer words with that beginning. ` * ` matches up
 * to four words. A phrase with Chinese, Japanese or Korean characters matches anywhere, even inside a word.
 */
export function createPhraseFinder<Kind extends string>(
  lists: Readonly<Record<Kind, readonly string[]>>,
): PhraseFinder<Kind> {
  const endings = new Map<string, Ending<Kind>>();
  const open = new Map<string, readonly Entry<Kind>[]>();
  const openStarts = new Uint8Array(startSpace);
  const firstWords = new Uint8Array(startSpace);
  const unspaced: SubstringPhrase<Kind>[] = [];
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
      head.slice(0, -1).forEach((_, at) => {
        const beginning = head.slice(0, at + 1).join(' ');
        endings.set(beginning, { closed: endings.get(beginning)?.closed ?? nothing, goesOn: true });
      });
      const [first = ''] = head;
      const last = head.at(-1) ?? '';
      const entry = { kind, rest: isOpen ? last : '', tail };
      if (isOpen) {
        const key = [...head.slice(0, -1), last.slice(0, minOpenLetters)].join(' ');
        open.set(key, withEntry(open.get(key), entry));
        openStarts[startOf(last)] = 1;
      }
      if (!isOpen || head.length > 1) {
        firstWords[outlineOf(first)] = 1;
      }
      if (!isOpen) {
        const key = head.join(' ');
        const { closed, goesOn = false } = endings.get(key) ?? {};
        endings.set(key, { closed: withEntry(closed, entry), goesOn });
      }
    }
  }
  const index = { endings, open, openStarts, firstWords };
  const findUnspaced = createSubstringFinder(unspaced);
  return (folded, given) => {
    const words = given ?? wordsOf(folded);
    const spans = findUnspaced(folded);
    for (let at = 0; at < words.length; at += 1) {
      findAt(folded, words, at, index, spans);
    }
    return spans.toSorted((a, b) => a.start - b.start);
  };
}

/**
 * Returns `entries` with `entry` added, unless they already contain it. Two phrases that differ only in accents are the
 * same entry after folding.
 */
function withEntry<Kind>(entries: readonly Entry<Kind>[] = nothing, entry: Entry<Kind>): readonly Entry<Kind>[] {
  return entries.some((other) => sameEntry(other, entry)) ? entries : [...entries, entry];
}

/** Returns a number for the first two letters of a word. */
function startOf(word: string): number {
  return (word.charCodeAt(0) * 67 + (word.length > 1 ? word.charCodeAt(1) : 0)) % startSpace;
}

/** Returns a number for the length of a word and its first and last letters. */
function outlineOf(word: string): number {
  return (startOf(word) + word.charCodeAt(word.length - 1) * 5 + word.length * 1_031) % startSpace;
}

function sameEntry<Kind>(a: Entry<Kind>, b: Entry<Kind>): boolean {
  return a.kind === b.kind && a.rest === b.rest && a.tail.join(' ') === b.tail.join(' ');
}

/** Adds the phrases that begin with one of the words. */
function findAt<Kind extends string>(
  folded: string,
  words: readonly Word[],
  at: number,
  { endings, open, openStarts, firstWords }: PhraseIndex<Kind>,
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
    const { text } = word;
    const ending = next > at || firstWords[outlineOf(text)] === 1 ? endings.get(before + text) : undefined;
    if (ending !== undefined) {
      for (const { kind, tail } of ending.closed) {
        const end = tail.length === 0 ? word.end : tailEnd(words, next + 1, tail);
        if (end !== undefined) {
          spans.push({ kind, start, end });
        }
      }
    }
    if (openStarts[startOf(text)] === 1) {
      for (const { kind, rest } of open.get(before + text.slice(0, minOpenLetters)) ?? nothing) {
        if (text.startsWith(rest)) {
          spans.push({ kind, start, end: word.end });
        }
      }
    }
    if (ending?.goesOn !== true) {
      return;
    }
    before = `${before}${text} `;
  }
}

/**
 * Returns where the part of a phrase after ` * ` ends. Returns undefined if this part does not begin within the allowed
 * number of words.
 */
function tailEnd(words: readonly Word[], from: number, tail: readonly string[]): number | undefined {
  for (let at = from; at <= from + maxGapWords; at += 1) {
    if (tail.every((text, offset) => words[at + offset]?.text === text)) {
      return words[at + tail.length - 1]?.end;
    }
  }
  return undefined;
}

/**
 * Returns a phrase for the substring finder, and the length of the phrase's source text. The caller sorts by this
 * length, so that longer phrases match first.
 */
function substringPhraseOf<Kind>(
  kind: Kind,
  phrase: string,
): { readonly phrase: SubstringPhrase<Kind>; readonly length: number } {
  const text = fold(phrase.normalize('NFKC')).replace(/\*$/, '');
  const source = text.replace(/[.+?^${}()|[\]\\/]/g, '\\$&').replace(/\s+/g, '\\s*');
  const pattern = /\s/.test(text) ? { pattern: new RegExp(source, 'uy') } : {};
  return { phrase: { kind, text, ...pattern }, length: source.length };
}
