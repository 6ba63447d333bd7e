import { distance } from 'fastest-levenshtein';
import { wordList } from './data-files.ts';
import { differingLetters, letterSet, type Word } from './words.ts';

/**
 * Words that distinguish data types and are often mistyped, folded as `fold` in question-text.ts does. Most have at
 * least five letters, so that few other words are similar.
 */
const keyWords = wordList('key-words');

/**
 * Other forms of key words, and ordinary words that differ from a key word by one or two letters. The resolver never
 * corrects these words.
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

/**
 * Returns the number of wrong letters in a word. Two swapped neighbouring letters are the most common typo, so they
 * count as one wrong letter.
 */
export function editDistance(word: string, key: string): number {
  return swapped(word, key) ? 1 : distance(word, key);
}

/**
 * Returns the key word that `word` misspells, or `word` itself. Only key words are corrected, because a typo in the
 * word of a signal costs most accuracy.
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
      // Each wrong letter changes two letters of the letter set: it adds the written one and removes the right one.
      differingLetters(written, letters) <= allowed * 2 &&
      !word.startsWith(key) &&
      editDistance(word, key) <= allowed
    ) {
      return key;
    }
  }
  return word;
}

/** Corrects typos of key words. Each corrected word keeps its position in the question. */
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
