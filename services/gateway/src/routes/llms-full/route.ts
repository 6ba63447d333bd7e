import { docsReply } from '../../docs/docs-reply.ts';
import { defineRoute } from '../../route.ts';

/** The text of all pages in one file, for language models. */
export default defineRoute({
  method: 'GET',
  path: '/llms-full.txt',
  needsKey: false,
  isPublicDocument: true,
  document: null,
  prepare: ({ headers }, { docsSite }) => ({ run: async () => docsReply(docsSite, 'llms-full.txt', headers) }),
});
