import { docsReply } from '../../docs/docs-reply.ts';
import { defineRoute } from '../../route.ts';

/** The pages and files below /docs, with the API explorer. */
export default defineRoute({
  method: 'GET',
  path: '/docs/{path*}',
  needsKey: false,
  isPublicDocument: true,
  document: null,
  prepare: ({ pathParams, headers }, { docsSite }) => {
    const reply = docsReply(docsSite, pathParams['path'] ?? '', headers);
    return { run: async () => reply };
  },
});
