import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const file = new URL('results.md', import.meta.url);

/** Puts a chapter into results.md, over an earlier one of the same title, and leaves what other benchmarks wrote. */
export function writeChapter(title: string, text: string): void {
  const heading = `# ${title}`;
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const chapters = before.split(/^(?=# )/m).filter((chapter) => chapter.trim() !== '');
  const written = `${heading}\n\n${text.trim()}\n`;
  const place = chapters.findIndex((chapter) => chapter.startsWith(`${heading}\n`));
  const all = place === -1 ? [...chapters, written] : chapters.with(place, written);
  writeFileSync(file, all.map((chapter) => chapter.trimEnd()).join('\n\n') + '\n');
}
