import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, extname, join, posix } from 'node:path';
import { examplePrograms, sections, unlistedFolders } from './pages.mjs';

const languages = { '.ts': 'ts', '.py': 'python', '.go': 'go', '.sh': 'bash', '.json': 'json' };

/** Returns every page with its source, its path on the site and its section. `listed` pages are in the side bar. */
export function allPages(repository) {
  const listed = sections.flatMap((section) => section.pages.map((page) => ({ ...page, section, listed: true })));
  const known = new Set(listed.map(({ source }) => source));
  const others = unlistedFolders.flatMap(({ folder, path }) =>
    readdirSync(join(repository, folder))
      .map((name) => ({ source: `${folder}/${name}`, path: pathOf(path, name), listed: false }))
      .filter(({ source }) => source.endsWith('.md') && !known.has(source)),
  );
  return [...listed, ...others];
}

/** Returns the path of a file's page. The README of a folder is the page of the folder itself. */
function pathOf(folder, name) {
  const page = name.replace(/\.md$/, '');
  return name === 'README.md' ? folder : [folder, page].filter((part) => part !== '').join('/');
}

/**
 * Reads every page and rewrites its links for the site. Returns each page with its title, its first paragraph as plain
 * text, and its Markdown. Throws for a page that does not exist or has no title.
 */
export function readPages(repository) {
  const pages = allPages(repository);
  const paths = new Map(pages.map(({ source, path }) => [source, path]));
  return pages.map((page) => {
    const file = join(repository, page.source);
    if (!existsSync(file)) {
      throw new Error(`site/pages.mjs names ${page.source}, which does not exist`);
    }
    // The line tells people who edit the file that it is generated. Readers of the site do not need it.
    const text = readFileSync(file, 'utf8').replace(/^Generated from .* do not edit\.\n\n/m, '');
    const title = /^# (.+)$/m.exec(text)?.[1]?.replaceAll('`', '');
    if (title === undefined) {
      throw new Error(`${page.source} has no title`);
    }
    const markdown = rewriteLinks(`${text.trimEnd()}\n${programsOf(repository, page.source)}`, page.source, paths);
    return { ...page, title, summary: summaryOf(text), markdown };
  });
}

/** Writes the pages into a folder, with the front matter that VitePress reads. */
export function writePages(pages, folder) {
  for (const { path, title, summary, markdown } of pages) {
    const file = join(folder, `${path}.md`);
    mkdirSync(dirname(file), { recursive: true });
    const frontMatter = { title, description: summary };
    writeFileSync(
      file,
      `---\n${Object.entries(frontMatter)
        .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
        .join('\n')}\n---\n\n${markdown}`,
    );
  }
}

/** Returns the first paragraph after the title, without Markdown. */
function summaryOf(text) {
  const [, ...blocks] = text
    .split(/^# .+$/m)
    .join('\n')
    .split(/\n{2,}/);
  const paragraph = blocks.find((block) => /^[A-Z`@[]/.test(block)) ?? '';
  return paragraph
    .replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replaceAll(/[`*]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Returns the example programs as sections with code, for the page of examples. Returns nothing for any other page. */
function programsOf(repository, source) {
  if (source !== examplePrograms.source) {
    return '';
  }
  const folder = dirname(source);
  const programs = examplePrograms.files.map((name) => {
    const code = readFileSync(join(repository, folder, name), 'utf8').trimEnd();
    return `### ${name}\n\n\`\`\`${languages[extname(name)] ?? 'text'}\n${code}\n\`\`\`\n`;
  });
  return `\n## The programs\n\n${programs.join('\n')}`;
}

/**
 * Rewrites the links of a page outside its code blocks. A link leads to the page on the site, or to the program on the
 * page of examples. It becomes plain text when the site does not contain the target.
 */
function rewriteLinks(text, source, paths) {
  return text
    .split(/(^ *```[\s\S]*?^ *```$)/m)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll(/\[([^\]]*)\]\(([^)\s]+)\)/g, rewritten)))
    .join('');

  function rewritten(whole, label, target) {
    if (/^([a-z]+:|#)/.test(target)) {
      return whole;
    }
    const [file = '', anchor] = target.split('#');
    const path = posix.normalize(posix.join(posix.dirname(source), file));
    const program = posix.relative(posix.dirname(examplePrograms.source), path);
    if (examplePrograms.files.includes(program)) {
      return `[${label}](/${paths.get(examplePrograms.source)}#${anchorOf(program)})`;
    }
    const page = paths.get(path);
    if (page === undefined) {
      return label;
    }
    return `[${label}](/${page.replace(/(^|\/)index$/, '$1')}${anchor === undefined ? '' : `#${anchor}`})`;
  }
}

/** Returns the anchor of a heading, as GitHub makes it. */
export function anchorOf(heading) {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}
