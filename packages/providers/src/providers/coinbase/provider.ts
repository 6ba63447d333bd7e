import { z } from 'zod';
import { defineProvider } from '../../define.ts';
import { priceAdapters } from '../../price-adapters.ts';
import { instantMs, priceReading, shaped, statusFault, unknownEntity } from '../../readings.ts';

const ticker = z.object({ price: z.string(), time: z.string() });
const failure = z.object({ message: z.string() });

/** Coinbase Exchange: the last trade of a product, with the time of that trade. */
export default defineProvider({
  id: 'coinbase',
  baseUrl: 'https://api.exchange.coinbase.com',
  // The provider is an exchange with its own order book.
  statement: { kind: 'venue' },
  budget: { requests: 10, perMs: 1_000, documentedAt: 'https://docs.cdp.coinbase.com/exchange/rest-api/rate-limits' },
  adapters: priceAdapters({
    quotes: ['USD', 'USDT', 'USDC', 'EUR', 'GBP', 'BTC', 'ETH'],
    costMicros: 100n,
    request: ({ base, quote }) => ({ path: `/products/${base}-${quote}/ticker` }),
    read: (response, pair, params) => {
      if (response.status === 404 && failure.safeParse(response.body).data?.message === 'NotFound') {
        return unknownEntity;
      }
      return (
        statusFault(response) ??
        shaped(ticker, response.body, ({ price, time }) => priceReading(params, pair, price, instantMs(time)))
      );
    },
  }),
});
