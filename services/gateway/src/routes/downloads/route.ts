import { docsReply } from '../../docs/docs-reply.ts';
import { defineRoute } from '../../route.ts';

/** The packed packages of this version: names, paths and hashes. */
export default defineRoute({
  method: 'GET',
  path: '/downloads',
  needsKey: false,
  isPublicDocument: true,
  document: null,
  prepare: ({ headers }, { docsSite }) => ({ run: async () => docsReply(docsSite, 'downloads/index.json', headers) }),
});
