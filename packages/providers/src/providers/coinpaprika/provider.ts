import { z } from 'zod';
import { defineProvider } from '../../define.ts';
import { priceAdapters } from '../../price-adapters.ts';
import { instantMs, malformed, priceReading, shaped, statusFault, unknownEntity } from '../../readings.ts';
import { coinpaprikaIds } from './assets.ts';

const ticker = z.object({
  id: z.string(),
  last_updated: z.string(),
  quotes: z.object({ USD: z.object({ price: z.string() }) }),
});

const failure = z.object({ error: z.string() });

const dayMs = 86_400_000;

/** CoinPaprika: an average over many exchanges. An exhausted free plan answers with HTTP 402. */
export default defineProvider({
  id: 'coinpaprika',
  baseUrl: 'https://api.coinpaprika.com',
  // A price computed every minute from the tickers of hundreds of exchanges. No complete list of parts is published.
  statement: {
    kind: 'aggregator',
    statedAt: { url: 'https://coinpaprika.com/methodology/', readOn: '2026-11-27' },
  },
  budget: { requests: 20_000, perMs: 30 * dayMs, documentedAt: 'https://docs.coinpaprika.com/api-reference' },
  adapters: priceAdapters({
    quotes: ['USD'],
    costMicros: 300n,
    request: ({ base }) => {
      const id = coinpaprikaIds[base];
      return id === undefined ? undefined : { path: `/v1/tickers/${id}` };
    },
    read: (response, pair, params) => {
      if (response.status === 404 && failure.safeParse(response.body).data?.error === 'id not found') {
        return unknownEntity;
      }
      return (
        statusFault(response) ??
        shaped(ticker, response.body, (body) =>
          body.id === coinpaprikaIds[pair.base]
            ? priceReading(params, pair, body.quotes.USD.price, instantMs(body.last_updated))
            : malformed('another asset than the one asked for'),
        )
      );
    },
  }),
});
