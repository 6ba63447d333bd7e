import { anywhereFinder, type Anywhere, type AnywhereFinder } from '../anywhere.ts';
import { wrongLetters } from '../slips.ts';
import { fold } from '../text.ts';
import { letterSet, type Window } from '../words.ts';
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
  readonly findUnspaced: AnywhereFinder<'name'>;
  /** What a misspelt name may be, by its first letter and then by its length. */
  readonly byStart: ReadonlyMap<number, readonly (readonly Candidate[] | undefined)[]>;
  /** Which outlines the names have; most words share theirs with none and need not be looked up. */
  readonly outlines: Uint8Array;
};

type Candidate = { readonly key: string; readonly letters: number; readonly named: NamedValue };

const unspacedPattern = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const misspeltWordsMax = 3;
/** Shorter ordinary words are too near to others for a slip of one to be a name. */
const everydaySlipMin = 7;
const outlineSpace = 1 << 14;

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
  const byStart = new Map<number, (Candidate[] | undefined)[]>();
  const outlines = new Uint8Array(outlineSpace);
  const unspaced: { readonly phrase: Anywhere<'name'>; readonly length: number }[] = [];
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
    } else if (key.length >= (named.everyday === true ? everydaySlipMin : 5) && named.spelt !== true) {
      const start = key.charCodeAt(0);
      const alike = byStart.get(start) ?? [];
      byStart.set(start, alike);
      alike[key.length] = [...(alike[key.length] ?? []), { key, letters: letterSet(key), named }];
    }
  }
  unspaced.sort((a, b) => b.length - a.length);
  return { exact, byStart, outlines, findUnspaced: anywhereFinder(unspaced.map(({ phrase }) => phrase)) };
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
  for (const { start, end } of index.findUnspaced(folded)) {
    const named = index.exact.get(folded.slice(start, end).replace(/[^\p{L}\p{N}]/gu, ''));
    if (named !== undefined) {
      claim(named, start, end);
    }
  }
  for (const { text, start, end, words, stems } of windows) {
    if (words === 1 || text.length >= 5 || /\d/.test(text)) {
      const named = nameAs(index, text) ?? nameOfStem(index, stems);
      if (named !== undefined) {
        claim(named, start, end);
      }
    }
  }
  return found.toSorted((a, b) => a.start - b.start);
}

/**
 * Finds misspelt names of the table: one wrong letter, or two where the name is one word of eight letters or more.
 * @param everydayToo whether slips of names that are ordinary words too count.
 */
export function findMisspelt(
  index: NameIndex,
  windows: readonly Window[],
  taken: Taken,
  everydayToo = false,
): Mention[] {
  const found: Mention[] = [];
  for (const { text, start, end, words, letters } of windows) {
    if (words > misspeltWordsMax || text.length < 4 || !isFree(taken, start, end)) {
      continue;
    }
    const named = nearestName(index, text, letters, words === 1 ? 2 : 1, everydayToo);
    if (named !== undefined && !notMisspelt.has(text)) {
      take(taken, start, end);
      found.push({ value: named.value, start, end, strength: 'typo' });
    }
  }
  return found.toSorted((a, b) => a.start - b.start);
}

function nameAs(index: NameIndex, key: string): NamedValue | undefined {
  return index.outlines[outlineOf(key)] === 1 ? index.exact.get(key) : undefined;
}

function nameOfStem(index: NameIndex, stems: readonly string[]): NamedValue | undefined {
  for (const stem of stems) {
    const named = nameAs(index, stem);
    if (named !== undefined) {
      return named;
    }
  }
  return undefined;
}

/** A number that depends on a key's length and on its outer letters. */
function outlineOf(key: string): number {
  const last = key.length - 1;
  return (key.length * 1_031 + key.charCodeAt(0) * 67 + key.charCodeAt(last)) & (outlineSpace - 1);
}

function nearestName(
  index: NameIndex,
  word: string,
  letters: number,
  wrongMax: number,
  everydayToo: boolean,
): NamedValue | undefined {
  const alike = index.byStart.get(word.charCodeAt(0));
  if (alike === undefined) {
    return undefined;
  }
  let best: { named: NamedValue; wrong: number } | undefined;
  for (let length = word.length - wrongMax; length <= word.length + wrongMax; length += 1) {
    const allowed = Math.min(wrongMax, length >= 8 ? 2 : 1);
    for (const { key, letters: expected, named } of alike[length] ?? []) {
      if (bitCount(letters ^ expected) > allowed * 2 || (named.everyday === true && !everydayToo)) {
        continue;
      }
      const wrong = wrongLetters(word, key);
      if (wrong <= allowed && sameDigits(word, key) && (best === undefined || wrong < best.wrong)) {
        best = { named, wrong };
      }
    }
  }
  return best?.named;
}

/** "Hades 2" is no misspelling of "Hades 3": numbers in a name are never a slip. */
function sameDigits(a: string, b: string): boolean {
  return a.replace(/\D/g, '') === b.replace(/\D/g, '');
}

function bitCount(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) {
    count += 1;
  }
  return count;
}
