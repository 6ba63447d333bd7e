import { docsReply } from '../../docs/docs-reply.ts';
import { defineRoute } from '../../route.ts';

/** The API explorer. */
export default defineRoute({
  method: 'GET',
  path: '/docs/api',
  needsKey: false,
  isPublicDocument: true,
  document: null,
  prepare: ({ headers }, { docsSite }) => ({ run: async () => docsReply(docsSite, 'api', headers) }),
});
