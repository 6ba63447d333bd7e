import { z } from 'zod';
import { defineProvider, type ProviderResponse, type ProviderReading } from '../../define.ts';
import { priceAdapters } from '../../price-adapters.ts';
import { malformed, priceReading, shaped, statusFault, unknownEntity, wholeNumber } from '../../readings.ts';

const ticker = z.object({ last: z.string(), timestamp: z.string(), pair: z.string().optional() });
const failure = z.object({
  status: z.string().optional(),
  code: z.string().optional(),
  response_code: z.string().optional(),
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

/** Bitstamp: the last trade of a pair, with its time in whole seconds. */
export default defineProvider({
  id: 'bitstamp',
  baseUrl: 'https://www.bitstamp.net',
  budget: { requests: 10_000, perMs: 600_000, documentedAt: 'https://www.bitstamp.net/api/#section/Request-limits' },
  adapters: priceAdapters({
    quotes: ['USD', 'USDT', 'USDC', 'EUR', 'GBP', 'BTC', 'ETH'],
    costMicros: 100n,
    request: ({ base, quote }) => ({ path: `/api/v2/ticker/${`${base}${quote}`.toLowerCase()}/` }),
    read: (response, pair, params) =>
      fault(response) ??
      shaped(ticker, response.body, (body) =>
        // Bitstamp has answered with BTC/USD for pairs that it does not know, so the named pair must be the requested
        // one.
        body.pair === undefined || body.pair === `${pair.base}/${pair.quote}`
          ? priceReading(params, pair, body.last, seconds(body.timestamp))
          : malformed('another pair than the one asked for'),
      ),
  }),
});
