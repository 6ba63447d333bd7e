import { docsReply } from '../../docs/docs-reply.ts';
import { defineRoute } from '../../route.ts';

export default defineRoute({
  method: 'GET',
  path: '/docs',
  needsKey: false,
  isPublicDocument: true,
  document: null,
  prepare: ({ headers }, { docsSite }) => ({ run: async () => docsReply(docsSite, '', headers) }),
});
