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

const minuteMs = 60_000;
const dayMs = 86_400_000;
/**
 * Maximum number of requests in a budget. Paid plans allow 500,000 requests in 30 days. A budget cannot store that
 * many, so it allows 100,000 in six days.
 */
const maxBudgetRequests = 100_000;

/** CoinPaprika: an average over many exchanges. An exhausted free plan answers with HTTP 402. */
export default defineProvider({
  id: 'coinpaprika',
  baseUrl: 'https://api.coinpaprika.com',
  // CoinPaprika computes a price every minute from the tickers of hundreds of exchanges. It publishes no complete list
  // of these exchanges.
  statement: {
    kind: 'aggregator',
    statedAt: { url: 'https://coinpaprika.com/methodology/', readOn: '2026-11-27' },
  },
  // The plan without a key allows 20,000 requests a month, and its prices are about ten minutes old.
  // https://www.mintlify.com/coinpaprika/coinpaprika-cli/commands/utilities, read 2026-11-27.
  budget: { requests: 20_000, perMs: 30 * dayMs, documentedAt: 'https://docs.coinpaprika.com/api-reference' },
  renewedEveryMs: 10 * minuteMs,
  plans: [
    {
      // All paid plans share one host and one header; only the limit differs. This is the limit of the plan in the
      // documentation's example. ASSAY_PROVIDER_BUDGETS can set another limit.
      name: 'paid',
      baseUrl: 'https://api-pro.coinpaprika.com',
      key: {
        required: true,
        headers: (key) => ({ authorization: key }),
        statedAt: { url: 'https://docs.coinpaprika.com/api-reference/rest-api/introduction', readOn: '2026-11-27' },
        obtainedAt: 'https://coinpaprika.com/api/pricing',
      },
      budget: {
        requests: maxBudgetRequests,
        perMs: 6 * dayMs,
        documentedAt: 'https://docs.coinpaprika.com/api-reference/key/get-api-key-info',
      },
      renewedEveryMs: minuteMs,
    },
  ],
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
