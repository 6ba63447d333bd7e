import { defineRoute } from '../../route.ts';

/**
 * Tells load balancers that cannot send a key that this process runs. It asks no other service. /readyz on the
 * operations port says whether the gateway can answer calls.
 */
export default defineRoute({
  method: 'GET',
  path: '/healthz',
  needsKey: false,
  isPublicDocument: true,
  document: null,
  prepare: () => ({
    run: async () => ({
      status: 200,
      body: JSON.stringify({ status: 'alive' }),
      headers: { 'cache-control': 'no-store' },
    }),
  }),
});
