import { distance } from 'fastest-levenshtein';
import { wordList } from './data-files.ts';
import { differingLetters, letterSet, type Word } from './words.ts';

/**
 * Folded words that tell types apart and are often mistyped. Most have at least five letters, so that few other words
 * are similar.
 */
const keyWords = wordList('key-words');

/**
 * Ordinary words that differ from a key word by one or two letters, and other forms of key words. They are never
 * corrected.
 */
const otherWords = new Set(wordList('no-typos'));

const correctWords = new Set([...keyWords, ...otherWords]);
const minWordLength = 4;
/** A key word of at least this length may have two typos. */
const minTwoTypoLength = 9;
const keyWordsByStart = new Map<number, { readonly key: string; readonly letters: number }[]>();
for (const key of keyWords) {
  const start = key.charCodeAt(0);
  keyWordsByStart.set(start, [...(keyWordsByStart.get(start) ?? []), { key, letters: letterSet(key) }]);
}

/** Returns the number of wrong letters in a word. Two swapped neighbours are the most common typo and count as one. */
export function editDistance(word: string, key: string): number {
  return swapped(word, key) ? 1 : distance(word, key);
}

/**
 * Returns the key word that a word is a typo of, or else the word itself. A typo in a signal costs more accuracy than
 * one in any other word.
 */
export function correctTypo(word: string): string {
  const alike = word.length < minWordLength ? undefined : keyWordsByStart.get(word.charCodeAt(0));
  if (alike === undefined || correctWords.has(word)) {
    return word;
  }
  const written = letterSet(word);
  for (const { key, letters } of alike) {
    const allowed = key.length >= minTwoTypoLength ? 2 : 1;
    if (
      Math.abs(key.length - word.length) <= allowed &&
      // A wrong letter is two different ones.
      differingLetters(written, letters) <= allowed * 2 &&
      !word.startsWith(key) &&
      editDistance(word, key) <= allowed
    ) {
      return key;
    }
  }
  return word;
}

/** Corrects typos of key words. The positions stay those of the question. */
export function correctTypos(words: readonly Word[]): readonly Word[] {
  return words.map((word) => {
    const text = correctTypo(word.text);
    return text === word.text ? word : { ...word, text };
  });
}

function swapped(word: string, key: string): boolean {
  if (word.length !== key.length) {
    return false;
  }
  let at = 0;
  while (at < key.length && word[at] === key[at]) {
    at += 1;
  }
  return word[at] === key[at + 1] && word[at + 1] === key[at] && word.slice(at + 2) === key.slice(at + 2);
}
