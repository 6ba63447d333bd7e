import { cleanText } from '@assay/faults/clean-text';
import { z } from 'zod';
import { defineProvider, type ProviderResponse, type ProviderReading } from '../../define.ts';
import { priceAdapters } from '../../price-adapters.ts';
import { priceReading, shaped, stale, statusFault, unknownEntity, wholeNumber } from '../../readings.ts';

const trades = z.array(z.object({ price: z.string(), timestampms: z.string(), broken: z.boolean().optional() }));
const failure = z.object({ result: z.literal('error'), reason: z.string(), message: z.string() });

function fault(response: ProviderResponse): ProviderReading | undefined {
  const failed = failure.safeParse(response.body);
  if (!failed.success) {
    return statusFault(response);
  }
  const { reason, message } = failed.data;
  if (reason === 'InvalidSymbol' || /is not a valid symbol/.test(message)) {
    return unknownEntity;
  }
  if (response.status === 429 || reason === 'RateLimitExceeded' || reason === 'RateLimit') {
    return { kind: 'rate_limited', detail: cleanText(reason, 80) };
  }
  return { kind: 'http_error', detail: cleanText(reason, 80) };
}

/** Gemini: the last trade of a pair with its own time. Its ticker dates only the volume. */
export default defineProvider({
  id: 'gemini',
  baseUrl: 'https://api.gemini.com',
  // An exchange with an order book of its own.
  statement: { kind: 'venue' },
  budget: { requests: 120, perMs: 60_000, documentedAt: 'https://docs.gemini.com/rate-limit' },
  adapters: priceAdapters({
    quotes: ['USD', 'USDT', 'EUR', 'GBP', 'BTC', 'ETH'],
    costMicros: 100n,
    request: ({ base, quote }) => ({ path: `/v1/trades/${`${base}${quote}`.toLowerCase()}?limit_trades=1` }),
    read: (response, pair, params) =>
      fault(response) ??
      shaped(trades, response.body, ([last]) =>
        last === undefined || last.broken === true
          ? stale('no trade')
          : priceReading(params, pair, last.price, wholeNumber(last.timestampms)),
      ),
  }),
});
