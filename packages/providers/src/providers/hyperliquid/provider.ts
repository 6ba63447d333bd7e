import { z } from 'zod';
import { defineProvider } from '../../define.ts';
import { fundingReading, malformed, shaped, statusFault, unknownEntity } from '../../readings.ts';
import { perpetualNames } from './assets.ts';

const hourMs = 3_600_000;

const asset = z.object({ name: z.string(), isDelisted: z.boolean().nullish() });
const context = z.object({ funding: z.string() });
const metaAndContexts = z.tuple([z.object({ universe: z.array(z.unknown()) }), z.array(z.unknown())]);

/** Hyperliquid: funding is paid every full hour. One answer holds all contracts and no time. */
export default defineProvider({
  id: 'hyperliquid',
  baseUrl: 'https://api.hyperliquid.xyz',
  budget: {
    requests: 60,
    perMs: 60_000,
    documentedAt: 'https://hyperliquid.gitbook.io/hyperliquid-docs/for-developers/api/rate-limits-and-user-limits',
  },
  adapters: [
    {
      type: 'funding.rate',
      costMicros: 100n,
      request: ({ venue }) =>
        venue === 'hyperliquid'
          ? {
              method: 'POST',
              path: '/info',
              headers: { 'content-type': 'application/json' },
              body: '{"type":"metaAndAssetCtxs"}',
            }
          : undefined,
      read: (response, params) =>
        statusFault(response) ??
        shaped(metaAndContexts, response.body, ([{ universe }, contexts]) => {
          const symbol = params['symbol'] ?? '';
          const name = perpetualNames[symbol] ?? symbol;
          const at = universe.findIndex((each) => (each as { name?: unknown } | null)?.name === name);
          const listed = asset.safeParse(universe[at]);
          if (at === -1 || listed.data?.isDelisted === true) {
            return unknownEntity;
          }
          return listed.success
            ? shaped(context, contexts[at], ({ funding }) =>
                fundingReading(
                  params,
                  {
                    rate: funding,
                    intervalHours: 1,
                    nextFundingAtMs: (Math.floor(response.receivedAtMs / hourMs) + 1) * hourMs,
                  },
                  'none',
                ),
              )
            : malformed('no valid asset');
        }),
    },
  ],
});
