import { Fault } from '@assay/faults/faults';
import { defineRoute } from '../../route.ts';
import { typesBody } from '../../schemas.ts';

export default defineRoute({
  method: 'GET',
  path: '/v1/types',
  needsKey: true,
  document: {
    id: 'listTypes',
    summary: 'The live catalog',
    description:
      'Lists the types that can be served at this moment, how far checking can get for each, and why not further. ' +
      'A type that nothing can serve now is not listed.',
    responses: { 200: { description: 'What can be served now.', schema: typesBody } },
    faults: [],
  },
  prepare: (_input, { catalog }) => ({
    run: async () => {
      if (!catalog.known()) {
        throw new Fault('UNAVAILABLE');
      }
      return { status: 200, body: catalog.body() };
    },
  }),
});
