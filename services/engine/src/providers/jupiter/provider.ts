import { z } from 'zod';
import { defineProvider } from '../define.ts';
import { priceAdapters } from '../price-adapters.ts';
import { priceReading, shaped, statusFault, unknownEntity } from '../readings.ts';
import { jupiterMints } from './assets.ts';

const prices = z.record(z.string(), z.object({ usdPrice: z.string() }).nullable());

/** Jupiter: the price of a token on Solana's decentralised exchanges. The answer names a block instead of a time. */
export default defineProvider({
  id: 'jupiter',
  baseUrl: 'https://api.jup.ag',
  budget: { requests: 60, perMs: 60_000, documentedAt: 'https://dev.jup.ag/docs/api-rate-limit' },
  adapters: priceAdapters({
    quotes: ['USD'],
    example: 'SOL',
    costMicros: 300n,
    request: ({ base }, key) => {
      const mint = jupiterMints[base];
      return mint === undefined
        ? undefined
        : { path: `/price/v3?ids=${mint}`, ...(key === undefined ? {} : { headers: { 'x-api-key': key } }) };
    },
    read: (response, pair, params) =>
      statusFault(response) ??
      shaped(prices, response.body, (body) => {
        // Jupiter omits a mint whose price it does not trust.
        const entry = body[jupiterMints[pair.base] ?? ''];
        return entry === undefined || entry === null
          ? unknownEntity
          : priceReading(params, pair, entry.usdPrice, 'none');
      }),
  }),
});
