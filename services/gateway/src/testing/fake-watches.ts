import { Fault } from '@assay/faults/faults';
import type { Watch__Output } from '@assay/rpc/gen/assay/watch/v1/Watch';
import type { WatchClient } from '../service-clients.ts';

/** The watch that the fake watch service creates. */
export const watch: Watch__Output = {
  id: 'w_0123456789abcdefghijAB',
  type: 'chain.resolve_address',
  params: { address: 'So11111111111111111111111111111111111111112' },
  params_json: '',
  condition: { field: 'onCurve', direction: '' },
  condition_json: '',
  min_level: 'single_source',
  webhook_url: 'https://hooks.example.com/assay',
  min_interval_seconds: 30,
  watched_address: 'So11111111111111111111111111111111111111112',
  created_at: '2026-01-02T03:04:05.678Z',
  last_triggered_at: '',
  last_delivered_at: '',
  last_attempt: null,
  not_evaluated: null,
};

/** The secret that the fake watch service returns. */
export const webhookSecret = `whsec_${'s'.repeat(43)}`;

/** Returns a fake watch service without storage. A test sets its rejection and the watches that it lists. */
export function fakeWatches(): {
  readonly watches: WatchClient;
  readonly state: {
    rejection: string | Fault | undefined;
    listed: readonly Watch__Output[];
    readonly calls: { readonly method: string; readonly request: object }[];
  };
} {
  const state: ReturnType<typeof fakeWatches>['state'] = { rejection: undefined, listed: [], calls: [] };
  return {
    state,
    watches: {
      CreateWatch: async (request) => {
        state.calls.push({ method: 'CreateWatch', request });
        if (state.rejection !== undefined) {
          throw state.rejection instanceof Fault ? state.rejection : new Fault('WATCH_REJECTED', state.rejection);
        }
        return { watch, webhook_secret: webhookSecret };
      },
      ListWatches: async (request) => {
        state.calls.push({ method: 'ListWatches', request });
        const { page_size: size, cursor } = request;
        if (!size && !cursor) {
          return { watches: [...state.listed], next_cursor: '' };
        }
        const start = Number(cursor);
        if (!Number.isInteger(start)) {
          throw new Fault('INVALID_PARAM', 'cursor must be the next_cursor of an earlier page');
        }
        const end = start + (size || 50);
        return { watches: state.listed.slice(start, end), next_cursor: end < state.listed.length ? String(end) : '' };
      },
      DeleteWatch: async (request) => {
        state.calls.push({ method: 'DeleteWatch', request });
        return { deleted: state.listed.some(({ id }) => id === request.watch_id) };
      },
    },
  };
}
