import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageSources, packedPackages } from './downloads.mjs';
import { faceFiles } from './face.mjs';
import { llmsFullText, llmsText, plainMarkdown } from './llms.mjs';
import { filesIn, packSite } from './pack.mjs';
import { readPages, writePages } from './stage.mjs';

/**
 * Builds the docs site into services/gateway/dist-docs. Skips the build if the sources and the packages are the same as
 * in the last build. The gateway serves the files of that folder.
 *
 * With --first it packs only the files that need no rendering, into dist-docs/first. The gateway serves them until the
 * first site is built: the first page, the API explorer, the files for language models, and a page that says to wait.
 */
const site = import.meta.dirname;
const repository = join(site, '../../..');
const output = join(site, '../dist-docs');
const first = join(output, 'first');
const staged = join(output, 'staged');
const rendered = join(output, 'rendered');
const stamp = join(output, 'inputs.sha256');

const pages = readPages(repository);
const openApi = readFileSync(join(repository, 'docs/reference/openapi.json'), 'utf8');
if (process.argv.includes('--first')) {
  await packFirstFiles();
} else {
  await buildSite(digestOfInputs());
}

/** Builds the whole site, unless the last build had the same inputs. */
async function buildSite(digest) {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) {
    return;
  }
  const startedAt = performance.now();
  rmSync(output, { recursive: true, force: true });
  // A gateway that starts during the build serves these files.
  await packFirstFiles();
  writePages(pages, staged);
  const { build } = await import('vitepress');
  await build(site, { logLevel: 'warn' });
  const { files, bytes, compressedBytes } = await packSite(siteFiles(), output);
  rmSync(staged, { recursive: true });
  rmSync(rendered, { recursive: true });
  rmSync(first, { recursive: true });
  writeFileSync(stamp, digest);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  process.stdout.write(
    `docs site: ${pages.length} pages, ${files} files, ${kilobytes(bytes)} (${kilobytes(compressedBytes)} compressed) in ${seconds} s\n`,
  );
}

function packFirstFiles() {
  mkdirSync(first, { recursive: true });
  return packSite(firstFiles(), first);
}

/** Returns every file of the site: VitePress's output, the files that need no rendering, and the packages. */
function siteFiles() {
  return new Map([
    ...[...filesIn(rendered)].filter(([path]) => !path.endsWith('hashmap.json')),
    ...firstFiles(),
    ...packedPackages(repository),
  ]);
}

/**
 * Returns the files that need no rendering: pages as Markdown, shared styles, the site's own HTML pages, files for
 * language models.
 */
function firstFiles() {
  const markdown = pages.map((page) => [`${page.path}.md`, Buffer.from(plainMarkdown(page))]);
  return new Map([
    ...markdown,
    ...faceFiles(repository),
    ...filesIn(join(site, 'home')),
    ...filesIn(join(site, 'explorer')),
    ['llms.txt', Buffer.from(llmsText(pages, JSON.parse(openApi)))],
    ['llms-full.txt', Buffer.from(llmsFullText(pages))],
  ]);
}

/** Returns a digest of the pages, of the site's own files, of the packages' sources and of the installed versions. */
function digestOfInputs() {
  const hash = createHash('sha256').update(JSON.stringify(pages)).update(openApi);
  for (const [path, content] of [...filesIn(site), ...faceFiles(repository)].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    hash.update(path).update(content);
  }
  packageSources(repository).forEach((part) => hash.update(part));
  return hash.update(readFileSync(join(repository, 'package-lock.json'))).digest('hex');
}

function kilobytes(bytes) {
  return `${Math.round(bytes / 1000)} kB`;
}
