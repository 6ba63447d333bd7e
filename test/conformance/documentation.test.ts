import { expect, test } from '@jest/globals';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { documentationPages, fencesOf } from './support/documentation-pages.ts';

const repository = fileURLToPath(new URL('../../', import.meta.url));
const pages = documentationPages(repository);
const textOf = (page: string): string => readFileSync(join(repository, page), 'utf8');
const withoutFences = (text: string): string => text.replaceAll(/^( *)```[\s\S]*?^\1```$/gm, '');

/** Returns the anchors of a page. GitHub makes them from the headings. */
function anchorsOf(page: string): Set<string> {
  const headings = [...withoutFences(textOf(page)).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

/** Returns the links of a page into the repository: the path of the target, and the anchor if there is one. */
function linksOf(page: string): { readonly target: string; readonly anchor: string | undefined }[] {
  const links = [...withoutFences(textOf(page)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  return links
    .filter((link) => !/^[a-z]+:/.test(link))
    .map((link) => {
      const [path = '', anchor] = link.split('#');
      return { target: path === '' ? page : normalize(join(dirname(page), path)), anchor };
    });
}

test.each(pages)('every link of %s leads to a file, and to a heading of it', (page) => {
  const broken = linksOf(page).filter(
    ({ target, anchor }) =>
      !existsSync(join(repository, target)) ||
      (anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).has(anchor)),
  );
  expect(broken).toEqual([]);
});

/**
 * Returns the paths in the code spans of a page that begin with a folder of the repository. A path is cut at its first
 * placeholder.
 */
function pathsOf(page: string): string[] {
  const spans = [
    ...withoutFences(textOf(page)).matchAll(
      /`((?:packages|services|protos|test|scripts|docs|examples|bench)\/[^`\s]*)`/g,
    ),
  ];
  return spans.map(([, path = '']) => path.replace(/[<{*].*$/, ''));
}

test.each(pages.filter((page) => page !== 'CHANGELOG.md'))('every path that %s names exists', (page) => {
  expect(pathsOf(page).filter((path) => !existsSync(join(repository, path)))).toEqual([]);
});

/**
 * The TypeScript fences in the pages of docs/. Another test, package-examples.test.ts, runs the examples in the READMEs
 * of packages.
 */
const quotations = pages
  .filter((page) => page.startsWith('docs/'))
  .flatMap((page) => fencesOf(repository, page))
  .filter(({ language }) => language === 'ts')
  .map(({ page, content }) => [page, content] as const);

/** Returns a text without comments and without the formatter's layout. */
const normalized = (text: string): string =>
  text
    .replaceAll(/\/\*\*[\s\S]*?\*\//g, '')
    .replaceAll(/\s+/g, '')
    .replaceAll(/,(?=[}\])])/g, '');

/** Returns every source file of the packages, services and examples in normalized form. */
function sources(): string[] {
  const folders = ['packages', 'services'].flatMap((group) =>
    readdirSync(join(repository, group)).map((name) => join(repository, group, name, 'src')),
  );
  return [...folders, join(repository, 'examples')].filter(existsSync).flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.includes('node_modules'))
      .map((file) => normalized(readFileSync(join(folder, file), 'utf8'))),
  );
}

test.each(quotations)('the TypeScript that %s shows is code of the repository', (_page, content) => {
  const quoted = normalized(content);
  expect(sources().some((source) => source.includes(quoted))).toBe(true);
});
