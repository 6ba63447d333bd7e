import { distance } from 'fastest-levenshtein';
import { fold } from '../text.ts';
import type { Window } from '../words.ts';
import { isFree, take, type Mention, type Taken } from './mention.ts';

/** A name and what it stands for. `everyday` names are ordinary words too; `spelt` ones are read only as they stand. */
export type NamedValue = {
  readonly name: string;
  readonly value: string;
  readonly everyday?: boolean;
  readonly spelt?: boolean;
};

/** Finds names in questions; built once per table. */
export type NameIndex = {
  readonly exact: ReadonlyMap<string, NamedValue>;
  readonly unspaced: RegExp;
  readonly byLength: ReadonlyMap<number, readonly Candidate[]>;
};

type Candidate = { readonly key: string; readonly letters: number; readonly named: NamedValue };

const unspacedPattern = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const cyrillicPattern = /^\p{Script=Cyrillic}+$/u;
const latinEnding = /(?:s|u|i|a|e|un|in|yi|ya|ye|da|de|ta|te|nu|ni|na|nun|nin|dan|den|tan|ten|la|le|daki|deki|oyna)$/;
const misspeltWordsMax = 3;

/**
 * Ordinary words that are a letter or two from a name; without this list they would be read as its misspelling.
 */
const notMisspelt = new Set(
  `radium injection ethereal celestial celestials factory factories factorial terrarium warfare undertake undertaken overmatch
  stellarator rippled ripples trippel polygons optimist optimistic compounds compounded apples steller market maker together
  whether weather either other others finance balance arbitrage solar salad portals rafts hedge heaven monetary money moneta
  algorithm algorithms return returned untuned rusty starting started palmworld terrain territory destination`.split(
    /\s+/,
  ),
);

/** Builds the index of a table of names. A later name that folds to an earlier one's key is left out. */
export function indexNames(names: readonly NamedValue[]): NameIndex {
  const exact = new Map<string, NamedValue>();
  const byLength = new Map<number, Candidate[]>();
  const unspaced: string[] = [];
  for (const named of names) {
    const folded = fold(named.name.normalize('NFKC'));
    const key = folded.replace(/[^\p{L}\p{N}]/gu, '');
    if (key === '' || exact.has(key)) {
      continue;
    }
    exact.set(key, named);
    if (unspacedPattern.test(key)) {
      unspaced.push(folded.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&').replace(/[\s・:]+/g, '[\\s・:]*'));
    } else if (key.length >= 5 && named.everyday !== true && named.spelt !== true) {
      byLength.set(key.length, [...(byLength.get(key.length) ?? []), { key, letters: letterSet(key), named }]);
    }
  }
  unspaced.sort((a, b) => b.length - a.length);
  return { exact, byLength, unspaced: new RegExp(unspaced.length === 0 ? '(?!)' : unspaced.join('|'), 'gu') };
}

/** Finds the table's names, longest first, in what is free of the text, and takes their places. */
export function findNames(index: NameIndex, folded: string, windows: readonly Window[], taken: Taken): Mention[] {
  const found: Mention[] = [];
  const claim = (named: NamedValue, start: number, end: number): void => {
    if (isFree(taken, start, end)) {
      take(taken, start, end);
      found.push({ value: named.value, start, end, strength: named.everyday === true ? 'everyday' : 'sure' });
    }
  };
  for (const match of unspacedPattern.test(folded) ? folded.matchAll(index.unspaced) : []) {
    const named = index.exact.get(match[0].replace(/[^\p{L}\p{N}]/gu, ''));
    if (named !== undefined) {
      claim(named, match.index, match.index + match[0].length);
    }
  }
  for (const { text, start, end, words } of windows) {
    if (words === 1 || text.length >= 5 || /\d/.test(text)) {
      const named = index.exact.get(text) ?? (words === 1 ? inflected(index, text) : undefined);
      if (named !== undefined) {
        claim(named, start, end);
      }
    }
  }
  return found.toSorted((a, b) => a.start - b.start);
}

/** Finds misspelt names of the table: one wrong letter, or two where the name is one word of eight letters or more. */
export function findMisspelt(index: NameIndex, windows: readonly Window[], taken: Taken): Mention[] {
  const found: Mention[] = [];
  for (const { text, start, end, words } of windows) {
    if (words > misspeltWordsMax || text.length < 4 || notMisspelt.has(text) || !isFree(taken, start, end)) {
      continue;
    }
    const named = nearestName(index, text, words === 1 ? 2 : 1);
    if (named !== undefined) {
      take(taken, start, end);
      found.push({ value: named.value, start, end, strength: 'typo' });
    }
  }
  return found.toSorted((a, b) => a.start - b.start);
}

/** A name with a case ending: Russian cases, Turkish suffixes written without an apostrophe, a plural. */
function inflected(index: NameIndex, word: string): NamedValue | undefined {
  if (cyrillicPattern.test(word)) {
    for (let cut = 1; cut <= 3 && word.length - cut >= 4; cut += 1) {
      const named = index.exact.get(word.slice(0, -cut));
      if (named !== undefined) {
        return named;
      }
    }
    return undefined;
  }
  const stem = word.replace(latinEnding, '');
  return stem.length >= 5 && stem.length < word.length ? (index.exact.get(stem) ?? undefined) : undefined;
}

function nearestName(index: NameIndex, word: string, wrongMax: number): NamedValue | undefined {
  const letters = letterSet(word);
  let best: { named: NamedValue; wrong: number } | undefined;
  for (let length = word.length - 2; length <= word.length + 2; length += 1) {
    for (const { key, letters: expected, named } of index.byLength.get(length) ?? []) {
      const allowed = Math.min(wrongMax, key.length >= 8 ? 2 : 1);
      const unlike = key.charCodeAt(0) !== word.charCodeAt(0) || bitCount(letters ^ expected) > allowed * 2;
      if (unlike) {
        continue;
      }
      const wrong = swapped(word, key) ? 1 : distance(word, key);
      if (wrong <= allowed && sameDigits(word, key) && (best === undefined || wrong < best.wrong)) {
        best = { named, wrong };
      }
    }
  }
  return best?.named;
}

/** Whether two neighbouring letters changed places, the commonest slip of typing. */
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

/** "Hades 2" is no misspelling of "Hades 3": numbers in a name are never a slip. */
function sameDigits(a: string, b: string): boolean {
  return a.replace(/\D/g, '') === b.replace(/\D/g, '');
}

function letterSet(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at += 1) {
    letters |= 1 << (word.charCodeAt(at) % 32);
  }
  return letters;
}

function bitCount(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) {
    count += 1;
  }
  return count;
}
