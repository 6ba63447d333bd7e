import { z } from 'zod';
import { defineProvider } from '../../define.ts';
import { priceAdapters } from '../../price-adapters.ts';
import { priceReading, shaped, stale, statusFault, unknownEntity, wholeNumber } from '../../readings.ts';
import { jupiterMints } from './assets.ts';

/**
 * Maximum time by which the block in Jupiter's answer may be newer than the newest slot of the engine's nodes, in
 * milliseconds.
 */
const maxLeadMs = 10_000;

const prices = z.record(z.string(), z.unknown());
const priced = z.object({ usdPrice: z.string(), blockId: z.string() });

/**
 * Jupiter: the price of a token on Solana's decentralised exchanges. The answer contains a block but no time, so the
 * engine's own nodes supply the block's time.
 */
export default defineProvider({
  id: 'jupiter',
  // This URL answers 401 to requests without a key. An earlier URL, lite-api.jup.ag, needed no key but was shut down on
  // 2026-01-31. A key of the free plan allows 60 requests a minute.
  baseUrl: 'https://api.jup.ag',
  key: {
    required: true,
    headers: (key) => ({ 'x-api-key': key }),
    statedAt: { url: 'https://github.com/hummingbot/gateway/issues/560', readOn: '2026-11-27' },
    obtainedAt: 'https://portal.jup.ag',
  },
  // Jupiter derives prices from the last swaps on many venues of the chain. It starts from tokens that oracles price,
  // and does not name these oracles.
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
          // Jupiter can report a slot shortly before the engine's nodes report it.
          const aheadMs = atMs - response.receivedAtMs;
          const isAhead = aheadMs > 0 && aheadMs < maxLeadMs;
          return priceReading(params, pair, usdPrice, isAhead ? response.receivedAtMs : atMs);
        });
      }),
  }),
});
