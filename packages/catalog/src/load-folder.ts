import { readdir } from 'node:fs/promises';
import { extname } from 'node:path';

/**
 * Imports one file from every folder below a directory, in the order of the folders' names, and returns the default
 * exports. So a new folder adds a data type or provider without a list to edit. Throws for a folder without the file or
 * without its default export.
 * @param directory URL of the directory, with a trailing slash.
 * @param stem the file's name without its extension, such as `provider`.
 * @param from `import.meta.url` of the caller. Its extension tells whether to import `.ts` sources or built `.js`
 * files.
 */
export async function loadFolder<Unit>(directory: URL, stem: string, from: string): Promise<Unit[]> {
  const ending = extname(new URL(from).pathname);
  const entries = await readdir(directory, { withFileTypes: true });
  const folders = entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  const units: Unit[] = [];
  for (const folder of folders) {
    const module = (await import(new URL(`${folder}/${stem}${ending}`, directory).href)) as { default?: Unit };
    if (module.default === undefined) {
      throw new Error(`${folder}/${stem}${ending} has no default export`);
    }
    units.push(module.default);
  }
  return units;
}
