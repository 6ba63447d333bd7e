import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { withReleaseRow, withSection } from './results-page.ts';

const file = new URL('results.md', import.meta.url);
const folder = fileURLToPath(new URL('.', import.meta.url));
const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string };

/**
 * Writes a section of the present release to results.md. Replaces the section with the same title in this release, and
 * leaves all other sections unchanged.
 */
export function writeSection(title: string, text: string): void {
  writeFileSync(file, withSection(readPage(), { release: version, title, text }));
}

/**
 * Writes the present release's row to the first table of results.md. That table compares the releases.
 * @param cells the cells of the row after its first cell, the release.
 */
export function writeReleaseRow(cells: readonly string[]): void {
  writeFileSync(file, withReleaseRow(readPage(), [version, ...cells]));
}

/**
 * Returns the sentence with which a section begins. It says on which day, from which commit, by which program and on
 * which machine the figures were measured.
 * @param program the command or file that measured, without quotes.
 */
export function measurementNote(program: string): string {
  const day = new Date().toISOString().slice(0, 10);
  return (
    `Measured on ${day} at ${commit()} by \`${program}\`, with Node ${process.version.slice(1)} on ${cpus().length} cores ` +
    `and a load average of ${loadText()} at the end.`
  );
}

/** Returns the load average of the last minute, with one digit after the point. */
export function loadText(): string {
  return (loadavg()[0] ?? 0).toFixed(1);
}

/**
 * Returns the commit of this checkout, and whether files have been changed since. Changes of results.md do not count,
 * because the benchmarks write it.
 */
function commit(): string {
  const git = (...command: readonly string[]): string =>
    execFileSync('git', ['-C', folder, ...command], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    const changed = git('status', '--porcelain', '--untracked-files=no', '--', ':/', ':(exclude)results.md');
    return `commit \`${git('rev-parse', '--short', 'HEAD')}\`${changed === '' ? '' : ' with further changes'}`;
  } catch {
    // Without git there is no commit to name. An unpacked archive, for example, can be measured too.
    return 'an unknown commit';
  }
}

function readPage(): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
