import { wordList } from '../data-files.ts';
import { createSubstringFinder, type SubstringPhrase, type SubstringFinder } from '../substring-finder.ts';
import { editDistance } from '../typo-correction.ts';
import { fold } from '../question-text.ts';
import { differingLetters, letterSet, outlineOf, outlineSpace, type WordWindow } from '../words.ts';
import { claim, isFree, markClaimed, type Mention, type ClaimedCharacters } from './mention.ts';

/** A name and its value. An `everyday` name is also an ordinary word. A `spelt` name must match without typos. */
export type NamedValue = {
  readonly name: string;
  readonly value: string;
  readonly everyday?: boolean;
  readonly spelt?: boolean;
};

/** The index of a table of names. Build it once per table. */
export type NameIndex = {
  readonly exact: ReadonlyMap<string, NamedValue>;
  readonly findUnspaced: SubstringFinder<'name'>;
  /** Names that a misspelt word may mean, by their first letter and their length. */
  readonly byStart: ReadonlyMap<number, readonly (readonly Candidate[] | undefined)[]>;
};

type Candidate = { readonly key: string; readonly letters: number; readonly named: NamedValue };

/**
 * Scripts without spaces, and scripts in which a word may have an article, an ending or a mark that the table's name
 * lacks.
 */
const unspacedPattern =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}\p{Script=Thai}]/u;
const maxMisspeltWords = 3;
const nothing: readonly never[] = [];
/**
 * Minimum number of letters of a word that may be an everyday name with a typo. Shorter names are too similar to other
 * words.
 */
const minEverydayTypoLength = 7;
/**
 * Marks which outlines (see `outlineOf`) occur among the names of all tables. Most words of a question have another
 * outline, so they need no lookup.
 */
const outlines = new Uint8Array(outlineSpace);

/** Ordinary words that differ from a name by one or two letters. The resolver never treats them as misspelt names. */
const notMisspelt = new Set(wordList('no-misspelt-names'));

/** Builds the index of a table of names. Skips a name whose folded form is the same as that of an earlier name. */
export function indexNames(names: readonly NamedValue[]): NameIndex {
  const exact = new Map<string, NamedValue>();
  const byStart = new Map<number, (Candidate[] | undefined)[]>();
  const unspaced: { readonly phrase: SubstringPhrase<'name'>; readonly length: number }[] = [];
  for (const named of names) {
    const folded = fold(named.name.normalize('NFKC'));
    const key = folded.replace(/[^\p{L}\p{N}]/gu, '');
    if (key === '' || exact.has(key)) {
      continue;
    }
    exact.set(key, named);
    outlines[outlineOf(key)] = 1;
    if (unspacedPattern.test(key)) {
      const source = folded.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&').replace(/[\s・:]+/g, '[\\s・:]*');
      const pattern = /[\s・:]/.test(folded) ? { pattern: new RegExp(source, 'uy') } : {};
      unspaced.push({ phrase: { kind: 'name', text: folded, ...pattern }, length: source.length });
    } else if (key.length >= (named.everyday === true ? minEverydayTypoLength : 5) && named.spelt !== true) {
      const start = key.charCodeAt(0);
      const alike = byStart.get(start) ?? [];
      byStart.set(start, alike);
      alike[key.length] = [...(alike[key.length] ?? []), { key, letters: letterSet(key), named }];
    }
  }
  unspaced.sort((a, b) => b.length - a.length);
  return { exact, byStart, findUnspaced: createSubstringFinder(unspaced.map(({ phrase }) => phrase)) };
}

/** Returns whether a name of any table has this outline. */
export function isNameOutline(outline: number): boolean {
  return outlines[outline] === 1;
}

/** Finds and claims the table's names in unclaimed text, the longest first. */
export function findNames(
  index: NameIndex,
  folded: string,
  windows: readonly WordWindow[],
  claimed: ClaimedCharacters,
): Mention[] {
  const found: Mention[] = [];
  const claimName = ({ value, everyday }: NamedValue, start: number, end: number): void =>
    claim(found, { value, start, end, strength: everyday === true ? 'everyday' : 'sure' }, claimed);
  for (const { start, end } of index.findUnspaced(folded)) {
    const named = index.exact.get(folded.slice(start, end).replace(/[^\p{L}\p{N}]/gu, ''));
    if (named !== undefined) {
      claimName(named, start, end);
    }
  }
  for (const { text, start, end, words, stems, mayBeName } of windows) {
    if (!mayBeName) {
      continue;
    }
    const isLong = words === 1 || text.length >= 5 || /\d/.test(text);
    const named = index.exact.get(text) ?? (isLong ? nameOfStem(index, stems) : undefined);
    // Several short words form a name only if the name has the same spaces: "gta v" is a name, but "go d" is not "god".
    const written = named === undefined ? '' : folded.slice(start, end);
    if (named !== undefined && (isLong || named.name === written || /^(?:\p{L}\.){2,}\p{L}$/u.test(written))) {
      claimName(named, start, end);
    }
  }
  return found.toSorted((a, b) => a.start - b.start);
}

/**
 * Finds misspelt names of the table. A name may have one wrong letter, or two if it is a single word of at least eight
 * letters.
 * @param everydayToo whether names that are also ordinary words may be misspelt.
 * @param splitToo whether several words may be one misspelt name, as dictation software writes them: "by nance".
 */
export function findMisspelt(
  index: NameIndex,
  windows: readonly WordWindow[],
  claimed: ClaimedCharacters,
  everydayToo = false,
  splitToo = true,
): Mention[] {
  const found: Mention[] = [];
  for (const { text, start, end, words, letters } of windows) {
    if (words > maxMisspeltWords || text.length < 4 || !isFree(claimed, start, end)) {
      continue;
    }
    const named = nearestName(index, text, letters, words === 1 ? 2 : 1, everydayToo);
    if (named !== undefined && !notMisspelt.has(text) && (splitToo || words <= wordCountOf(named.name))) {
      markClaimed(claimed, start, end);
      found.push({ value: named.value, start, end, strength: 'typo' });
    }
  }
  return found.toSorted((a, b) => a.start - b.start);
}

/** Returns the number of words of a name. */
function wordCountOf(name: string): number {
  return name.split(/[\s-]+/).length;
}

/** Returns whether a word ends with the same Roman numeral as a name. "Schedule" is no misspelling of "Schedule I". */
function sameNumeral(word: string, name: string): boolean {
  const numeral = /\s([ivx]+)$/i.exec(name)?.[1]?.toLowerCase();
  return numeral === undefined || word.endsWith(numeral);
}

function nameOfStem(index: NameIndex, stems: readonly string[]): NamedValue | undefined {
  for (const stem of stems) {
    const named = index.exact.get(stem);
    if (named !== undefined) {
      return named;
    }
  }
  return undefined;
}

function nearestName(
  index: NameIndex,
  word: string,
  letters: number,
  maxWrong: number,
  everydayToo: boolean,
): NamedValue | undefined {
  const alike = index.byStart.get(word.charCodeAt(0));
  if (alike === undefined) {
    return undefined;
  }
  let best: { named: NamedValue; wrong: number } | undefined;
  for (let length = word.length - maxWrong; length <= word.length + maxWrong; length += 1) {
    const allowed = Math.min(maxWrong, length >= 8 ? 2 : 1);
    for (const { key, letters: expected, named } of alike[length] ?? nothing) {
      if (differingLetters(letters, expected) > allowed * 2 || (named.everyday === true && !everydayToo)) {
        continue;
      }
      const wrong = editDistance(word, key);
      if (
        wrong <= allowed &&
        sameDigits(word, key) &&
        sameNumeral(word, named.name) &&
        (best === undefined || wrong < best.wrong)
      ) {
        best = { named, wrong };
      }
    }
  }
  return best?.named;
}

/** Returns whether two words have the same digits. "Hades 2" is no misspelling of "Hades 3". */
function sameDigits(a: string, b: string): boolean {
  return a.replace(/\D/g, '') === b.replace(/\D/g, '');
}
