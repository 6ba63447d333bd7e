import { Fault } from '@assay/faults/faults';
import { defineRoute } from '../../route.ts';
import { typesBody } from '../../answers/schemas.ts';

export default defineRoute({
  method: 'GET',
  path: '/v1/types',
  needsKey: true,
  document: {
    id: 'listTypes',
    summary: 'Read the live catalog',
    description:
      'Lists the data types that can be served now, each with the highest level that checking can reach and the reason ' +
      'for that limit. A type that no source can serve now is not listed.',
    responses: { 200: { description: 'The types that can be served now.', schema: typesBody } },
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
