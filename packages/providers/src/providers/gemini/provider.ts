import { cleanText } from '@assay/faults/clean-text';
import { z } from 'zod';
import { newestRow } from '../../newest-row.ts';
import { optionalField } from '../../optional-field.ts';
import { defineProvider, type ProviderResponse, type ProviderReading } from '../../define.ts';
import { priceAdapters } from '../../price-adapters.ts';
import { priceReading, shaped, stale, statusFault, unknownEntity, wholeNumber } from '../../readings.ts';

/**
 * A trade. `broken` marks a trade that was reversed. `type` marks a block trade, which is negotiated outside the order
 * book.
 */
const trade = z.object({
  price: z.string(),
  timestampms: z.string(),
  broken: z.boolean().nullish(),
  type: optionalField(z.string()),
});
/** Number of trades to request, so that at least one is a regular trade of the market. */
const maxTrades = 20;
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

/**
 * Gemini: the last regular trade of a pair, with its own time. The adapter requests trades, because the time in the
 * ticker belongs only to the volume.
 */
export default defineProvider({
  id: 'gemini',
  baseUrl: 'https://api.gemini.com',
  // The provider is an exchange with its own order book.
  statement: { kind: 'venue' },
  budget: { requests: 120, perMs: 60_000, documentedAt: 'https://docs.gemini.com/rate-limit' },
  adapters: priceAdapters({
    quotes: ['USD', 'USDT', 'EUR', 'GBP', 'BTC', 'ETH'],
    costMicros: 100n,
    request: ({ base, quote }) => ({ path: `/v1/trades/${`${base}${quote}`.toLowerCase()}?limit_trades=${maxTrades}` }),
    read: (response, pair, params) =>
      fault(response) ??
      shaped(z.array(z.unknown()), response.body, (trades) => {
        const last = newestRow(trades, {
          schema: trade,
          atMs: ({ timestampms }) => wholeNumber(timestampms),
          isMarket: ({ broken, type }) => broken !== true && type !== 'block',
        });
        return last === undefined
          ? stale('no trade')
          : priceReading(params, pair, last.price, wholeNumber(last.timestampms));
      }),
  }),
});
