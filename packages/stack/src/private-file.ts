import { readFileSync, renameSync, writeFileSync } from 'node:fs';

/** Writes a file that only its owner may read, whole or not at all. */
export function writePrivateFile(file: string, text: string): void {
  const partial = `${file}.${process.pid}.partial`;
  writeFileSync(partial, text, { mode: 0o600 });
  renameSync(partial, file);
}

/** Reads a file's text; undefined when there is none. */
export function readFileIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return undefined;
    }
    throw error;
  }
}
