import { readdir } from 'node:fs/promises';
import { extname } from 'node:path';

/**
 * Imports the default export of one file in every folder below a directory, in the order of the folders' names.
 * Adding a folder is all it takes to add a unit. Throws for a folder that lacks the file or its default export.
 * @param directory URL of the directory, with a trailing slash.
 * @param stem the file's name without its ending, such as `provider` (`.ts` in the sources, `.js` when built).
 * @param from `import.meta.url` of the caller, whose own ending decides which of the two is looked for.
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
