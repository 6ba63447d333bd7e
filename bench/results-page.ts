import { rowText } from './markdown-table.ts';

/**
 * Returns the page of results with a section added to one release. When the release has a section with this title,
 * replaces that section. When the release has no sections yet, adds a chapter for it above the chapters of older
 * releases.
 * @param section its release, such as `0.1.0`, its title, and its text in Markdown with headings of level four at most.
 */
export function withSection(
  page: string,
  { release, title, text }: { readonly release: string; readonly title: string; readonly text: string },
): string {
  const chapters = splitBefore(page, /^(?=##? )/mu);
  const heading = `## Release ${release}`;
  const written = `### ${title}\n\n${text.trim()}`;
  const index = chapters.findIndex((chapter) => startsWithLine(chapter, heading));
  if (index === -1) {
    const newest = chapters.findIndex((chapter) => chapter.startsWith('## Release '));
    return joined(chapters.toSpliced(newest === -1 ? chapters.length : newest, 0, `${heading}\n\n${written}`));
  }
  const sections = splitBefore(chapters[index] ?? '', /^(?=### )/mu);
  const at = sections.findIndex((section) => startsWithLine(section, `### ${title}`));
  return joined(chapters.with(index, joined(at === -1 ? [...sections, written] : sections.with(at, written))));
}

/**
 * Returns the page of results with a row added to its first table, which compares the releases. When the table has a
 * row of this release, replaces that row. Otherwise adds the row above the rows of older releases. Returns a page
 * without a table unchanged.
 * @param row the cells of the row; the first one is the release.
 */
export function withReleaseRow(page: string, row: readonly string[]): string {
  const lines = page.split('\n');
  const divider = lines.findIndex((line) => line.startsWith('| --- |'));
  if (divider === -1) {
    return page;
  }
  const afterTable = lines.findIndex((line, index) => index > divider && !line.startsWith('|'));
  const old = lines.findIndex(
    (line, index) => index > divider && index < afterTable && line.startsWith(`| ${row[0] ?? ''} |`),
  );
  return lines.toSpliced(old === -1 ? divider + 1 : old, old === -1 ? 0 : 1, rowText(row)).join('\n');
}

function splitBefore(text: string, boundary: RegExp): string[] {
  return text.split(boundary).filter((part) => part.trim() !== '');
}

function startsWithLine(text: string, line: string): boolean {
  return text === line || text.startsWith(`${line}\n`);
}

function joined(parts: readonly string[]): string {
  return `${parts.map((part) => part.trim()).join('\n\n')}\n`;
}
