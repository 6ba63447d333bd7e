import { readFileSync, renameSync, writeFileSync } from 'node:fs';

/** Writes a file that only its owner can read. Replaces the file atomically. */
export function writePrivateFile(file: string, text: string): void {
  const partial = `${file}.${process.pid}.partial`;
  writeFileSync(partial, text, { mode: 0o600 });
  renameSync(partial, file);
}

/** Returns a file's text, or undefined when the file does not exist. */
export function readFileIfExists(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return undefined;
    }
    throw error;
  }
}
