import { defineRoute } from '../../route.ts';

export default defineRoute({
  method: 'GET',
  path: '/v1/openapi.json',
  needsKey: false,
  document: null,
  prepare: (_input, { openApi }) => ({
    run: async () => ({ status: 200, body: openApi() }),
  }),
});
