import { z } from 'zod';
import { newestRow } from '../../newest-row.ts';
import { optionalField } from '../../optional-field.ts';
import { defineProvider, type ProviderResponse, type ProviderReading } from '../../define.ts';
import { priceAdapters } from '../../price-adapters.ts';
import { malformed, priceReading, shaped, stale, statusFault, unknownEntity, wholeNumber } from '../../readings.ts';

const ticker = z.object({ pair: optionalField(z.string()) });
/** A trade; `date` is its time in whole seconds. The answer lists the newest trade first. */
const transaction = z.object({ date: z.string(), price: z.string() });
const failure = z.object({
  status: optionalField(z.string()),
  code: optionalField(z.string()),
  response_code: optionalField(z.string()),
});

const rateLimitCodes = ['400.002', '400.067', '400.068'];

function fault(response: ProviderResponse): ProviderReading | undefined {
  const code = failure.safeParse(response.body).data;
  // A proxy can answer 404 with an HTML page. Only an error in the exchange's own format means that the pair does not exist.
  if (response.status === 404 && code?.status === 'error') {
    return unknownEntity;
  }
  const limit = rateLimitCodes.find((each) => each === code?.code || each === code?.response_code);
  return limit === undefined ? statusFault(response) : { kind: 'rate_limited', detail: limit };
}

function seconds(text: string): number | undefined {
  const value = wholeNumber(text);
  return value === undefined ? undefined : value * 1_000;
}

/**
 * Bitstamp: the last trade of a pair, with its time in whole seconds. The price comes from the list of transactions,
 * because the ticker's time is only the time of the response. The transactions do not name their pair, so the adapter
 * also requests the ticker, which names it.
 */
export default defineProvider({
  id: 'bitstamp',
  baseUrl: 'https://www.bitstamp.net',
  // The provider is an exchange with its own order book.
  statement: { kind: 'venue' },
  budget: { requests: 10_000, perMs: 600_000, documentedAt: 'https://www.bitstamp.net/api/#section/Request-limits' },
  adapters: priceAdapters({
    quotes: ['USD', 'USDT', 'USDC', 'EUR', 'GBP', 'BTC', 'ETH'],
    costMicros: 100n,
    request: ({ base, quote }) => {
      const pair = `${base}${quote}`.toLowerCase();
      return {
        path: `/api/v2/ticker/${pair}/`,
        second: { path: `/api/v2/transactions/${pair}/?time=minute` },
      };
    },
    read: (response, pair, params) =>
      fault(response) ??
      shaped(ticker, response.body, (body) =>
        // Bitstamp has answered with BTC/USD for unknown pairs, so the pair in the answer must be the requested one.
        body.pair === undefined || body.pair === `${pair.base}/${pair.quote}`
          ? shaped(z.array(z.unknown()), response.second?.body, (rows) => {
              const last = newestRow(rows, { schema: transaction, atMs: ({ date }) => seconds(date) });
              if (last === undefined) {
                return rows.length === 0 ? stale('no trade within the last minute') : malformed('no readable trade');
              }
              return priceReading(params, pair, last.price, seconds(last.date));
            })
          : malformed('another pair than the one asked for'),
      ),
  }),
});
