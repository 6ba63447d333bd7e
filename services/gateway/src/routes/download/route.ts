import { docsReply } from '../../docs/docs-reply.ts';
import { defineRoute } from '../../route.ts';

/** A packed package of this version, such as the client. */
export default defineRoute({
  method: 'GET',
  path: '/downloads/{path*}',
  needsKey: false,
  isPublicDocument: true,
  document: null,
  prepare: ({ pathParams, headers }, { docsSite }) => ({
    run: async () => docsReply(docsSite, `downloads/${pathParams['path'] ?? ''}`, headers),
  }),
});
