import { docsReply } from '../../docs/docs-reply.ts';
import { defineRoute } from '../../route.ts';

/** A map of the service and its pages for language models, in the format of https://llmstxt.org. */
export default defineRoute({
  method: 'GET',
  path: '/llms.txt',
  needsKey: false,
  isPublicDocument: true,
  document: null,
  prepare: ({ headers }, { docsSite }) => ({ run: async () => docsReply(docsSite, 'llms.txt', headers) }),
});
