import { z } from 'zod';
import { newestRow } from '../../newest-row.ts';
import { optionalField } from '../../optional-field.ts';
import { defineProvider, type ProviderResponse, type ProviderReading } from '../../define.ts';
import { priceAdapters } from '../../price-adapters.ts';
import { malformed, priceReading, shaped, stale, statusFault, unknownEntity, wholeNumber } from '../../readings.ts';

const ticker = z.object({ pair: optionalField(z.string()) });
/** A trade: `date` is its time in whole seconds. The newest one comes first. */
const transaction = z.object({ date: z.string(), price: z.string() });
const failure = z.object({
  status: optionalField(z.string()),
  code: optionalField(z.string()),
  response_code: optionalField(z.string()),
});

const rateLimitCodes = ['400.002', '400.067', '400.068'];

function fault(response: ProviderResponse): ProviderReading | undefined {
  const code = failure.safeParse(response.body).data;
  // Any proxy can answer with an HTML page, so only an error in the exchange's own form says that it lacks the pair.
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
 * Bitstamp: the last trade of a pair, with its time in whole seconds. The time of a ticker is that of the response, so the
 * price comes from the transactions. They do not name their pair; the ticker does.
 */
export default defineProvider({
  id: 'bitstamp',
  baseUrl: 'https://www.bitstamp.net',
  // An exchange with an order book of its own.
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
        // Bitstamp has answered with BTC/USD for pairs that it does not know, so the named pair must be the requested
        // one.
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
