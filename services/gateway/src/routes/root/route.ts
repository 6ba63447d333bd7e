import { acceptsHtml, docsReply } from '../../docs/docs-reply.ts';
import { defineRoute } from '../../route.ts';

const index = {
  service: 'Assay',
  description: 'Answers questions from data feeds. Each answer states how far independent checking got.',
  docs: '/docs',
  openapi: '/v1/openapi.json',
  llms: '/llms.txt',
  authentication: 'Authorization: Bearer <key>, or x-api-key: <key>',
};

/** The first page of the service for people, and an index of its addresses for programs. */
export default defineRoute({
  method: 'GET',
  path: '/',
  needsKey: false,
  document: null,
  prepare: ({ headers }, { docsSite, dashboardUrl }) => {
    if (acceptsHtml(headers)) {
      const reply = docsReply(docsSite, 'home', headers);
      return { run: async () => ({ ...reply, headers: { ...reply.headers, vary: 'accept, accept-encoding' } }) };
    }
    const body = JSON.stringify({ ...index, dashboard: dashboardUrl });
    return { run: async () => ({ status: 200, body, headers: { vary: 'accept' } }) };
  },
});
