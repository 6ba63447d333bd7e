import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { diagramFigure } from '../diagrams.mjs';
import { sections } from '../pages.mjs';
import { anchorOf } from '../stage.mjs';

const output = fileURLToPath(new URL('../../dist-docs/', import.meta.url));
/**
 * Matches the address of a local service, to which the texts of the docs link. On the site, such a link leads to the
 * service that serves the page.
 */
const localService = /^http:\/\/localhost:8080(?=\/|$)/;
const explorer = { text: 'API explorer', link: '/api', target: '_self' };

/** The configuration of VitePress. build.mjs writes the pages before VitePress runs. */
export default {
  title: 'Assay',
  description: 'Answers from data feeds. Each answer states how far independent checking got.',
  lang: 'en',
  base: '/docs/',
  cleanUrls: true,
  head: [
    ['link', { rel: 'icon', type: 'image/svg+xml', href: '/docs/favicon.svg' }],
    ['link', { rel: 'stylesheet', href: '/docs/face.css' }],
  ],
  srcDir: `${output}staged`,
  outDir: `${output}rendered`,
  cacheDir: `${output}cache`,
  // Keeps the list of pages out of the HTML, so that all pages have the same inline scripts.
  metaChunk: true,
  // Some texts link to addresses on the reader's own machine. Every other link must lead to a page.
  ignoreDeadLinks: [/^https?:\/\/localhost/],
  markdown: {
    // Pages are plain Markdown, so an HTML tag in a sentence is shown as text.
    html: false,
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    anchor: { slugify: anchorOf },
    // Otherwise `{traceId}` in a heading such as /v1/traces/{traceId} would be read as HTML attributes.
    attrs: { disable: true },
    config: extendMarkdown,
  },
  themeConfig: {
    logo: { src: '/favicon.svg', alt: '', width: 24, height: 24 },
    search: { provider: 'local' },
    outline: { level: [2, 3] },
    notFound: {
      title: 'This page does not exist',
      quote: 'The search finds every page.',
      linkText: 'Open the overview',
      linkLabel: 'Open the overview',
    },
    nav: [
      { text: 'Quickstart', link: '/quickstart-http' },
      { text: 'Errors', link: '/reference/errors' },
      { text: 'Reference', link: '/reference/http-api' },
      explorer,
    ],
    sidebar: sections.map(({ title, pages }) => ({
      text: title,
      items: [
        ...pages.map(({ path, label }) => ({
          text: label ?? titleOf(path),
          link: `/${path.replace(/(^|\/)index$/, '$1')}`,
        })),
        ...(title === 'Reference' ? [explorer] : []),
      ],
    })),
  },
};

/** Returns the title of a page that build.mjs wrote. */
function titleOf(path) {
  return JSON.parse(/^title: (.+)$/m.exec(readFileSync(`${output}staged/${path}.md`, 'utf8'))?.[1] ?? '""');
}

/** Draws diagrams, makes wide tables scrollable by keyboard, and keeps links to the service in the same window. */
function extendMarkdown(markdown) {
  const { rules } = markdown.renderer;
  const fence = rules.fence;
  rules.fence = (tokens, index, ...rest) =>
    tokens[index].info.trim() === 'mermaid' ? diagramFigure(tokens[index].content) : fence(tokens, index, ...rest);
  rules.table_open = () => '<div class="wide-table" tabindex="0" role="group" aria-label="Table"><table>\n';
  rules.table_close = () => '</table></div>\n';
  const openLink = rules.link_open;
  rules.link_open = (tokens, index, options, env, self) => {
    const href = tokens[index].attrGet('href') ?? '';
    if (localService.test(href)) {
      tokens[index].attrSet('href', href.replace(localService, '') || '/');
      tokens[index].attrSet('target', '_self');
      return self.renderToken(tokens, index, options);
    }
    return openLink(tokens, index, options, env, self);
  };
  markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
}
