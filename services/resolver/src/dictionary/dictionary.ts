import type { DataRow } from '../data-files.ts';
import { fold } from '../question-text.ts';
import type { Word } from '../words.ts';

/** A dictionary from words of other languages to English words. Build it once, because building it takes time. */
export type Dictionary = {
  /** The English words for each word or phrase. The words of a phrase are separated by single spaces. */
  readonly exact: ReadonlyMap<string, readonly string[]>;
  /** The first word of each entry that has several words. */
  readonly beginnings: ReadonlySet<string>;
  /**
   * Entries of the form `stem*`, which match every word with this beginning. They are indexed by their first four
   * letters, and the longest entry comes first.
   */
  readonly stems: ReadonlyMap<string, readonly Entry[]>;
  /** Entries in scripts that have no spaces between words, by their first letter. The longest entry comes first. */
  readonly unspaced: ReadonlyMap<string, readonly Entry[]>;
};

type Entry = { readonly text: string; readonly english: readonly string[] };

const unspacedScript = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
/** The lowest character code in the scripts without spaces between words. It belongs to Thai. */
const firstUnspaced = 0x0e00;
const stemLetters = 4;
const maxPhraseWords = 3;

/**
 * Returns the dictionary of several languages. If the tables list a word in two rows, the first row determines its
 * English words.
 * @param tables the rows of each language. The key of a row is the English words. Its text is words of the language,
 * separated by spaces: `word` matches only itself, `stem*` every word with this beginning, and `two_words` a phrase.
 */
export function dictionaryOf(tables: readonly (readonly DataRow[])[]): Dictionary {
  const exact = new Map<string, readonly string[]>();
  const beginnings = new Set<string>();
  const stems = new Map<string, Entry[]>();
  const unspaced = new Map<string, Entry[]>();
  for (const [key, entries] of tables.flat()) {
    const english = folded(key).split(' ');
    for (const entry of folded(entries).split(' ')) {
      const text = entry.replaceAll('_', ' ').replace(/\*$/, '');
      if (unspacedScript.test(text)) {
        addEntry(unspaced, text.charAt(0), { text, english });
      } else if (entry.endsWith('*') && text.length >= stemLetters) {
        addEntry(stems, text.slice(0, stemLetters), { text, english });
      } else if (!exact.has(text)) {
        exact.set(text, english);
        const words = text.split(' ');
        words.slice(1).forEach((_, at) => beginnings.add(words.slice(0, at + 1).join(' ')));
      }
    }
  }
  return { exact, beginnings, stems: sortedByLength(stems), unspaced: sortedByLength(unspaced) };
}

function folded(text: string): string {
  return fold(text.normalize('NFKC'));
}

function addEntry(into: Map<string, Entry[]>, key: string, entry: Entry): void {
  const known = into.get(key);
  if (known === undefined) {
    into.set(key, [entry]);
  } else if (!known.some(({ text }) => text === entry.text)) {
    known.push(entry);
  }
}

function sortedByLength(lists: ReadonlyMap<string, readonly Entry[]>): ReadonlyMap<string, readonly Entry[]> {
  return new Map([...lists].map(([key, list]) => [key, list.toSorted((a, b) => b.text.length - a.text.length)]));
}

/**
 * Replaces the words that the dictionary contains by English words, at the same positions. A word in a script without
 * spaces is split into its known parts and the text between them. Other words stay unchanged. Returns the array `words`
 * itself if the dictionary contains none of them.
 */
export function inEnglish(words: readonly Word[], dictionary: Dictionary): readonly Word[] {
  const { exact, beginnings, stems, unspaced } = dictionary;
  const found: Word[] = [];
  let isChanged = false;
  for (let at = 0; at < words.length;) {
    const word = words[at];
    if (word === undefined) {
      break;
    }
    const phrase = beginnings.has(word.text) ? phraseAt(words, at, dictionary) : undefined;
    const last = words[at + (phrase?.count ?? 1) - 1] ?? word;
    at += phrase?.count ?? 1;
    const english = phrase?.english ?? exact.get(word.text) ?? stemIn(stems, word.text);
    if (english !== undefined) {
      isChanged = true;
      for (const text of english) {
        found.push({ text, start: word.start, end: last.end });
      }
    } else if (word.text.charCodeAt(0) >= firstUnspaced && unspacedScript.test(word.text)) {
      isChanged = true;
      pushSplit(word, unspaced, found);
    } else {
      found.push(word);
    }
  }
  return isChanged ? found : words;
}

function phraseAt(
  words: readonly Word[],
  from: number,
  { exact, beginnings }: Dictionary,
): { readonly english: readonly string[]; readonly count: number } | undefined {
  let found: { english: readonly string[]; count: number } | undefined;
  let text = words[from]?.text ?? '';
  for (let count = 2; count <= maxPhraseWords && beginnings.has(text); count += 1) {
    text += ` ${words[from + count - 1]?.text ?? ''}`;
    const english = exact.get(text);
    found = english === undefined ? found : { english, count };
  }
  return found;
}

function stemIn(stems: Dictionary['stems'], word: string): readonly string[] | undefined {
  if (word.length < stemLetters) {
    return undefined;
  }
  return stems.get(word.slice(0, stemLetters))?.find(({ text }) => word.startsWith(text))?.english;
}

/** Adds the known parts of a word, translated to English, and the unchanged text between them to `into`. */
function pushSplit({ text, start }: Word, unspaced: Dictionary['unspaced'], into: Word[]): void {
  let from = 0;
  let at = 0;
  while (at < text.length) {
    const place = at;
    const entry = unspaced.get(text.charAt(at))?.find((known) => text.startsWith(known.text, place));
    if (entry === undefined) {
      at += 1;
      continue;
    }
    pushPart(text, start, from, at, into);
    at += entry.text.length;
    for (const english of entry.english) {
      into.push({ text: english, start: start + place, end: start + at });
    }
    from = at;
  }
  pushPart(text, start, from, text.length, into);
}

function pushPart(text: string, start: number, from: number, to: number, into: Word[]): void {
  if (to > from) {
    into.push({ text: text.slice(from, to), start: start + from, end: start + to });
  }
}
