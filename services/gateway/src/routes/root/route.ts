import { acceptsHtml } from '../../docs/docs-reply.ts';
import { defineRoute } from '../../route.ts';

const index = JSON.stringify({
  service: 'Assay',
  description: 'Answers questions from data feeds. Each answer states how far independent checking got.',
  docs: '/docs',
  openapi: '/v1/openapi.json',
  llms: '/llms.txt',
  authentication: 'Authorization: Bearer <key>, or x-api-key: <key>',
});

export default defineRoute({
  method: 'GET',
  path: '/',
  needsKey: false,
  document: null,
  prepare: ({ headers }) => {
    const vary = { vary: 'accept' };
    return acceptsHtml(headers)
      ? { run: async () => ({ status: 302, body: '', headers: { ...vary, location: '/docs' } }) }
      : { run: async () => ({ status: 200, body: index, headers: vary }) };
  },
});
