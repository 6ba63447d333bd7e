import { readFileSync } from 'node:fs';

/** This relative path is the same from "src" and from the compiled "dist". */
const dataDirectory = new URL('../data/', import.meta.url);

/** A row of a data file: a key, and its words. */
export type DataRow = readonly [key: string, words: string];

/**
 * Returns the rows of a file in `services/resolver/data`. Call it once per file, at the start of the service. Throws
 * when the file is missing or malformed.
 * @param name path below the data folder, such as `dictionary/french.tsv`.
 */
export function dataRows(name: string): DataRow[] {
  return rowsOf(name, readFileSync(new URL(name, dataDirectory), 'utf8'));
}

/**
 * Returns the rows of a text, without comments (`# ...`) and empty lines. Throws for a row that is not a key, a tab and
 * words. The error names the row's number.
 * @param name the file's name, for the message.
 */
export function rowsOf(name: string, text: string): DataRow[] {
  const rows: DataRow[] = [];
  for (const [at, line] of text.split('\n').entries()) {
    if (line !== '' && !line.startsWith('#')) {
      const [key = '', words = '', ...others] = line.split('\t');
      if (key === '' || words === '' || others.length > 0) {
        throw new Error(`services/resolver/data/${name} line ${at + 1}: expected a key, a tab and words`);
      }
      rows.push([key, words]);
    }
  }
  return rows;
}

let wordRows: readonly DataRow[] | undefined;

/**
 * Returns the words of a list in `data/word-lists.tsv`. Throws when the file has no list of this name.
 * @param name such as `no-tickers`.
 */
export function wordList(name: string): string[] {
  wordRows ??= dataRows('word-lists.tsv');
  const words = wordRows.filter(([list]) => list === name).flatMap(([, text]) => text.split(' '));
  if (words.length === 0) {
    throw new Error(`services/resolver/data/word-lists.tsv has no list "${name}"`);
  }
  return words;
}

/** Returns the content of a JSON file in `services/resolver/data`. Throws when the file is missing or malformed. */
export function dataJson(name: string): unknown {
  return JSON.parse(readFileSync(new URL(name, dataDirectory), 'utf8'));
}
