import { sections } from './pages.mjs';

/**
 * Returns /llms.txt (https://llmstxt.org): what the service is, its operations, and every page with its first
 * paragraph. Language models read it to find the page that they need.
 */
export function llmsText(pages, openApi) {
  const operations = Object.entries(openApi.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { summary }]) => `- ${method.toUpperCase()} ${path}: ${summary}`),
  );
  const parts = [
    '# Assay',
    '> Assay answers data questions from data feeds. Each answer states how far independent checking got: single_source, ' +
      'consensus or anchored. No number comes from a model.',
    'Send an API key as "Authorization: Bearer <key>" with every request to /v1. Errors, refusals and no_source are free.',
    `## Operations\n\n${operations.join('\n')}\n- POST /mcp: the same operations as tools of an MCP server`,
    '## Documents\n\n' +
      '- [OpenAPI document](/v1/openapi.json): every operation with its parameters, answers and error codes\n' +
      '- [All pages in one file](/llms-full.txt): the text of every page below\n' +
      '- [Key set](/.well-known/jwks.json): the public keys of signed answers (RFC 9421)',
    ...sections.filter(({ isOptional }) => isOptional !== true).map((section) => listOf(section.title, [section])),
    listOf(
      'Optional',
      sections.filter(({ isOptional }) => isOptional === true),
    ),
  ];
  return `${parts.join('\n\n')}\n`;

  function listOf(title, listed) {
    const lines = pages
      .filter(({ section }) => listed.includes(section))
      .map((page) => `- [${page.title}](/docs/${page.path}.md): ${page.summary}`);
    return `## ${title}\n\n${lines.join('\n')}`;
  }
}

/** Returns the text of all listed pages in one file, each after a line with its address. */
export function llmsFullText(pages) {
  return pages
    .filter(({ listed }) => listed)
    .map((page) => `<!-- /docs/${page.path} -->\n\n${plainMarkdown(page)}`)
    .join('\n');
}

/** Returns a page as Markdown for programs, with links that work from the root of the service. */
export function plainMarkdown({ markdown }) {
  return markdown.replaceAll(/\]\(\/(?!docs\/|v1\/|\.well-known\/)/g, '](/docs/');
}
