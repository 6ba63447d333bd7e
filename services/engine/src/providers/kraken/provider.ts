import { cleanText } from '@assay/faults/clean-text';
import { z } from 'zod';
import { defineProvider, type ProviderReading } from '../define.ts';
import { priceAdapters } from '../price-adapters.ts';
import { malformed, priceReading, shaped, statusFault, unknownEntity } from '../readings.ts';
import { krakenNames } from './assets.ts';

const envelope = z.object({
  error: z.array(z.string()),
  result: z.record(z.string(), z.object({ c: z.tuple([z.string()], z.string()) })).optional(),
});

/** Kraken reports every error with HTTP 200, as `E<area>:<error>`. */
function errorReading(error: string): ProviderReading {
  const code = cleanText(error, 80);
  if (/unknown asset/i.test(error)) {
    return unknownEntity;
  }
  if (/too many requests|rate limit|throttled/i.test(error)) {
    return { kind: 'rate_limited', detail: code };
  }
  return { kind: 'http_error', detail: code };
}

/** Kraken: the last trade of a pair. The ticker carries no time. */
export default defineProvider({
  id: 'kraken',
  baseUrl: 'https://api.kraken.com',
  budget: {
    requests: 1,
    perMs: 1_000,
    documentedAt: 'https://docs.kraken.com/api/docs/guides/spot-rest-ratelimits',
  },
  adapters: priceAdapters({
    quotes: ['USD', 'USDT', 'USDC', 'EUR', 'GBP', 'BTC', 'ETH'],
    costMicros: 100n,
    request: ({ base, quote }) => ({
      path: `/0/public/Ticker?pair=${krakenNames[base] ?? base}${krakenNames[quote] ?? quote}`,
    }),
    read: (response, pair, params) => {
      const fault = statusFault(response);
      if (fault !== undefined) {
        return fault;
      }
      return shaped(envelope, response.body, ({ error, result }) => {
        if (error[0] !== undefined) {
          return errorReading(error[0]);
        }
        // The key of the result is Kraken's long name of the pair, such as XXBTZUSD for XBTUSD, so the code takes the
        // only entry.
        const tickers = Object.values(result ?? {});
        return tickers.length === 1 && tickers[0] !== undefined
          ? priceReading(params, pair, tickers[0].c[0], 'none')
          : malformed('not exactly one ticker');
      });
    },
  }),
});
