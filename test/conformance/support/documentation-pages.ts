import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Folders without pages of this project. `api` contains generated reports of packages. */
const skippedFolders = new Set(['node_modules', 'dist', '.git', '.data', 'fixtures', 'coverage', 'api']);

/**
 * Returns the paths of all Markdown pages of the repository, in alphabetical order. The paths are relative to its root.
 */
export function documentationPages(repository: string): string[] {
  const pagesIn = (folder: string): string[] =>
    readdirSync(join(repository, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        return skippedFolders.has(entry.name) ? [] : pagesIn(path);
      }
      return entry.name.endsWith('.md') ? [path] : [];
    });
  return pagesIn('').toSorted();
}

/** A fenced block of a page. */
export type DocumentationFence = { readonly page: string; readonly language: string; readonly content: string };

/** Returns every fenced block of a page in order, including blocks inside lists. */
export function fencesOf(repository: string, page: string): DocumentationFence[] {
  const text = readFileSync(join(repository, page), 'utf8');
  return [...text.matchAll(/^( *)```(\w+)\n([\s\S]*?)^\1```$/gm)].map(
    ([, indent = '', language = '', content = '']) => ({
      page,
      language,
      content: content.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    }),
  );
}
