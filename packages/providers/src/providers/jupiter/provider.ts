import { z } from 'zod';
import { defineProvider } from '../../define.ts';
import { priceAdapters } from '../../price-adapters.ts';
import { priceReading, shaped, stale, statusFault, unknownEntity, wholeNumber } from '../../readings.ts';
import { jupiterMints } from './assets.ts';

/** Maximum lead of Jupiter's blocks over the slots of the engine's nodes. */
const maxLeadMs = 10_000;

const prices = z.record(z.string(), z.unknown());
const priced = z.object({ usdPrice: z.string(), blockId: z.string() });

/** Jupiter: the price of a token on Solana's decentralised exchanges. The answer names a block instead of a time, which the engine's own nodes date. */
export default defineProvider({
  id: 'jupiter',
  // Since 2026-01-31 the former address without a key, lite-api.jup.ag, is gone, and this one answers 401 without a key.
  // A key of the free plan allows 60 requests a minute.
  baseUrl: 'https://api.jup.ag',
  key: {
    required: true,
    headers: (key) => ({ 'x-api-key': key }),
    statedAt: { url: 'https://github.com/hummingbot/gateway/issues/560', readOn: '2026-11-27' },
    obtainedAt: 'https://portal.jup.ag',
  },
  // The last swaps of many venues of the chain, priced outwards from tokens whose prices come from oracles. It does not
  // name these oracles.
  statement: {
    kind: 'aggregator',
    statedAt: { url: 'https://dev.jup.ag/docs/price/v3', readOn: '2026-11-27' },
  },
  budget: { requests: 60, perMs: 60_000, documentedAt: 'https://dev.jup.ag/docs/api-rate-limit' },
  adapters: priceAdapters({
    quotes: ['USD'],
    example: 'SOL',
    costMicros: 300n,
    request: ({ base }) => {
      const mint = jupiterMints[base];
      return mint === undefined ? undefined : { path: `/price/v3?ids=${mint}` };
    },
    read: (response, pair, params) =>
      statusFault(response) ??
      shaped(prices, response.body, (body) => {
        // Jupiter omits a mint whose price it does not trust.
        const entry = body[jupiterMints[pair.base] ?? ''];
        if (entry === undefined || entry === null) {
          return unknownEntity;
        }
        return shaped(priced, entry, ({ usdPrice, blockId }) => {
          const atMs = response.slotTime?.(wholeNumber(blockId) ?? Number.NaN);
          if (atMs === undefined || Number.isNaN(atMs)) {
            return stale('no node dates the block of its price');
          }
          // A node can show a slot a moment after Jupiter does.
          const aheadMs = atMs - response.receivedAtMs;
          const isAhead = aheadMs > 0 && aheadMs < maxLeadMs;
          return priceReading(params, pair, usdPrice, isAhead ? response.receivedAtMs : atMs);
        });
      }),
  }),
});
