import { readFileSync } from 'node:fs';

/** The path is right from "src" and from "dist". */
const dataDirectory = new URL('../data/', import.meta.url);

/**
 * Returns the lines of a file in `services/resolver/data`, without comments (`# ...`) and empty lines. A service reads
 * its data once, at its start. Throws when the file is missing.
 * @param name path below the data folder, such as `dictionary/french.tsv`.
 */
export function dataLines(name: string): string[] {
  return readFileSync(new URL(name, dataDirectory), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'));
}
