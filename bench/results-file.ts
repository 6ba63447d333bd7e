import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const file = new URL('results.md', import.meta.url);

/**
 * Writes a chapter into results.md. Replaces the chapter with the same title and leaves all other chapters unchanged.
 */
export function writeChapter(title: string, text: string): void {
  const heading = `# ${title}`;
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const chapters = before.split(/^(?=# )/m).filter((chapter) => chapter.trim() !== '');
  const written = `${heading}\n\n${text.trim()}\n`;
  const index = chapters.findIndex((chapter) => chapter.startsWith(`${heading}\n`));
  const newChapters = index === -1 ? [...chapters, written] : chapters.with(index, written);
  writeFileSync(file, newChapters.map((chapter) => chapter.trimEnd()).join('\n\n') + '\n');
}
