/**
 * The pages of the docs site, in the order of its side bar. Each page is a Markdown file of the repository, so no text
 * exists twice. `path` is the page's address below /docs; `label` replaces a long title in the side bar.
 */
export const sections = [
  {
    title: 'Start',
    pages: [
      { source: 'docs/index.md', path: 'index', label: 'Overview' },
      { source: 'docs/quickstart-http.md', path: 'quickstart-http', label: 'HTTP' },
      { source: 'docs/quickstart-typescript.md', path: 'quickstart-typescript', label: 'TypeScript' },
      { source: 'docs/quickstart-mcp.md', path: 'quickstart-mcp', label: 'Agents (MCP)' },
      { source: 'docs/quickstart-webhooks.md', path: 'quickstart-webhooks', label: 'Webhooks' },
    ],
  },
  {
    title: 'Use the API',
    pages: [
      { source: 'docs/authentication.md', path: 'authentication' },
      { source: 'docs/levels.md', path: 'levels' },
      { source: 'docs/credits.md', path: 'credits' },
      { source: 'docs/idempotency.md', path: 'idempotency' },
      { source: 'docs/rate-limits.md', path: 'rate-limits' },
      { source: 'docs/gate.md', path: 'gate', label: 'The gate' },
      { source: 'docs/watch.md', path: 'watch' },
      { source: 'docs/webhooks.md', path: 'webhooks' },
      { source: 'docs/signed-answers.md', path: 'signed-answers' },
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
      { source: 'docs/versioning.md', path: 'versioning', label: 'Versions' },
      { source: 'CHANGELOG.md', path: 'changelog' },
      { source: 'docs/glossary.md', path: 'glossary' },
    ],
  },
  {
    title: 'What an answer is worth',
    pages: [
      { source: 'docs/independence.md', path: 'independence' },
      { source: 'docs/chain.md', path: 'chain' },
      { source: 'docs/token-risk.md', path: 'token-risk' },
      { source: 'docs/streams.md', path: 'streams' },
      { source: 'docs/tracing.md', path: 'tracing' },
      { source: 'docs/reference/providers.md', path: 'reference/providers' },
      { source: 'bench/results.md', path: 'measurements' },
    ],
  },
  {
    title: 'Operate Assay',
    isOptional: true,
    pages: [
      { source: 'docs/going-live.md', path: 'going-live' },
      { source: 'docs/deploying.md', path: 'deploying' },
      { source: 'helm/assay/README.md', path: 'helm', label: 'Helm chart' },
      { source: 'docs/reference/config.md', path: 'reference/config', label: 'Settings' },
      { source: 'docs/runbook.md', path: 'runbook' },
      { source: 'docs/scaling.md', path: 'scaling' },
      { source: 'docs/database.md', path: 'database' },
      { source: 'docs/dashboard.md', path: 'dashboard' },
    ],
  },
  {
    title: 'Change Assay',
    isOptional: true,
    pages: [
      { source: 'docs/architecture.md', path: 'architecture' },
      { source: 'docs/adding-a-data-type.md', path: 'adding-a-data-type' },
      { source: 'docs/adding-a-provider.md', path: 'adding-a-provider' },
      { source: 'docs/adding-an-endpoint.md', path: 'adding-an-endpoint' },
      { source: 'docs/reference/subjects.md', path: 'reference/subjects' },
      { source: 'docs/decisions/README.md', path: 'decisions/index', label: 'Decisions' },
    ],
  },
];

/** Folders whose other Markdown files are pages without an entry in the side bar. Other pages link to them. */
export const unlistedFolders = [
  { folder: 'docs', path: '' },
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
