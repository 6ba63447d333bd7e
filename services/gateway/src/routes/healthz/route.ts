import { defineRoute } from '../../route.ts';

/**
 * Says that this process serves, for load balancers that cannot send a key. It asks no other service: /readyz of the
 * operations port says whether the gateway can do its work.
 */
export default defineRoute({
  method: 'GET',
  path: '/healthz',
  needsKey: false,
  document: null,
  prepare: () => ({
    run: async () => ({
      status: 200,
      body: JSON.stringify({ status: 'alive' }),
      headers: { 'cache-control': 'no-store' },
    }),
  }),
});
