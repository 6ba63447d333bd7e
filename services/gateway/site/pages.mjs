/**
 * The pages of the docs site, in the order of its side bar. Each page is a Markdown file of the repository, so that no
 * text exists twice. `path` is the page's address below /docs, which does not change when the file moves. `label`
 * replaces a long title in the side bar.
 */
export const sections = [
  {
    title: 'Start',
    pages: [
      { source: 'docs/index.md', path: 'index', label: 'Overview' },
      { source: 'docs/use/quickstart-http.md', path: 'quickstart-http', label: 'HTTP' },
      { source: 'docs/use/quickstart-typescript.md', path: 'quickstart-typescript', label: 'TypeScript' },
      { source: 'docs/use/quickstart-mcp.md', path: 'quickstart-mcp', label: 'Agents (MCP)' },
      { source: 'docs/use/quickstart-webhooks.md', path: 'quickstart-webhooks', label: 'Webhooks' },
    ],
  },
  {
    title: 'Use the API',
    pages: [
      { source: 'docs/use/authentication.md', path: 'authentication' },
      { source: 'docs/use/levels.md', path: 'levels' },
      { source: 'docs/use/credits.md', path: 'credits' },
      { source: 'docs/use/idempotency.md', path: 'idempotency' },
      { source: 'docs/use/rate-limits.md', path: 'rate-limits' },
      { source: 'docs/use/gate.md', path: 'gate', label: 'The gate' },
      { source: 'docs/use/watch.md', path: 'watch' },
      { source: 'docs/use/webhooks.md', path: 'webhooks' },
      { source: 'docs/use/signed-answers.md', path: 'signed-answers' },
      { source: 'packages/client/README.md', path: 'client', label: 'TypeScript client' },
      { source: 'packages/mcp/README.md', path: 'mcp', label: 'MCP server' },
      { source: 'examples/README.md', path: 'examples' },
    ],
  },
  {
    title: 'Reference',
    pages: [
      { source: 'docs/reference/http-api.md', path: 'reference/http-api' },
      { source: 'docs/reference/data-types.md', path: 'reference/data-types' },
      { source: 'docs/reference/errors.md', path: 'reference/errors' },
      { source: 'docs/reference/gate.md', path: 'reference/gate', label: 'Gate reasons' },
      { source: 'docs/use/versioning.md', path: 'versioning', label: 'Versions' },
      { source: 'CHANGELOG.md', path: 'changelog' },
      { source: 'docs/reference/glossary.md', path: 'glossary' },
    ],
  },
  {
    title: 'What an answer is worth',
    pages: [
      { source: 'docs/use/independence.md', path: 'independence' },
      { source: 'docs/use/chain.md', path: 'chain' },
      { source: 'docs/use/token-risk.md', path: 'token-risk' },
      { source: 'docs/operate/streams.md', path: 'streams' },
      { source: 'docs/use/tracing.md', path: 'tracing' },
      { source: 'docs/reference/providers.md', path: 'reference/providers' },
      { source: 'bench/results.md', path: 'measurements' },
    ],
  },
  {
    title: 'Operate Assay',
    isOptional: true,
    pages: [
      { source: 'docs/operate/going-live.md', path: 'going-live' },
      { source: 'docs/operate/deploying.md', path: 'deploying' },
      { source: 'helm/assay/README.md', path: 'helm', label: 'Helm chart' },
      { source: 'docs/reference/config.md', path: 'reference/config', label: 'Settings' },
      { source: 'docs/operate/runbook.md', path: 'runbook' },
      { source: 'docs/operate/scaling.md', path: 'scaling' },
      { source: 'docs/operate/database.md', path: 'database' },
      { source: 'docs/use/dashboard.md', path: 'dashboard' },
    ],
  },
  {
    title: 'Change Assay',
    isOptional: true,
    pages: [
      { source: 'docs/contribute/architecture.md', path: 'architecture' },
      { source: 'docs/contribute/adding-a-data-type.md', path: 'adding-a-data-type' },
      { source: 'docs/contribute/adding-a-provider.md', path: 'adding-a-provider' },
      { source: 'docs/contribute/adding-an-endpoint.md', path: 'adding-an-endpoint' },
      { source: 'docs/reference/subjects.md', path: 'reference/subjects' },
      { source: 'docs/decisions/README.md', path: 'decisions/index', label: 'Decisions' },
      { source: 'bench/ideas.md', path: 'measured-ideas' },
    ],
  },
];

/**
 * Folders whose Markdown files are all pages. A file that `sections` does not list has no entry in the side bar, but
 * listed pages link to it.
 */
export const unlistedFolders = [
  ...['use', 'operate', 'contribute'].map((name) => ({ folder: `docs/${name}`, path: '' })),
  { folder: 'docs/decisions', path: 'decisions' },
  ...['trading-bot', 'price-alert', 'agent', 'levels-table'].map((name) => ({
    folder: `examples/${name}`,
    path: `examples/${name}`,
  })),
];

/** Programs that the page of examples shows in full, in this order. */
export const examplePrograms = {
  source: 'examples/README.md',
  files: [
    'requests.sh',
    'quickstart.ts',
    'trading-bot/bot.ts',
    'trading-bot/trade.json',
    'price-alert/alert.ts',
    'agent/agent.ts',
    'levels-table/table.ts',
    'receiver.ts',
    'receiver.py',
    'go/receiver.go',
    'signed-answer.ts',
    'verify-answer.ts',
  ],
};

/** Weights of the folders in the search. Most readers call the API, so pages for callers come first. */
const weights = [
  { folder: 'docs/operate/', weight: 0.4 },
  { folder: 'docs/contribute/', weight: 0.3 },
  { folder: 'docs/decisions/', weight: 0.2 },
  { folder: 'docs/reference/config', weight: 0.4 },
  { folder: 'docs/reference/providers', weight: 0.4 },
  { folder: 'docs/reference/subjects', weight: 0.3 },
  { folder: 'docs/reference/glossary', weight: 0.5 },
  { folder: 'docs/reference/', weight: 0.8 },
  { folder: 'bench/', weight: 0.2 },
  { folder: 'helm/', weight: 0.3 },
  { folder: 'CHANGELOG', weight: 0.2 },
];
const listed = new Map(sections.flatMap(({ pages }) => pages.map(({ path, source }) => [path, source])));

/**
 * Returns the weight of a search result, from 0 to 1. A page for callers has the weight 1, because a caller who
 * searches for "429" must find the page about rate limits before the runbook.
 * @param address the address of the page or of a heading, such as /docs/rate-limits#wait.
 */
export function searchWeight(address) {
  const path = address
    .replace(/^\/docs\//, '')
    .replace(/(\.html)?(#.*)?$/, '')
    .replace(/(^|\/)$/, '$1index');
  // A page without an entry in the side bar is a page for operators or an architecture decision record.
  const source = listed.get(path) ?? `docs/${path.startsWith('decisions/') ? path : `operate/${path}`}`;
  const isExample = path.startsWith('examples');
  return isExample ? 0.8 : (weights.find(({ folder }) => source.startsWith(folder))?.weight ?? 1);
}
