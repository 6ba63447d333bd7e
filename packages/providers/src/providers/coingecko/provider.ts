import { cleanText } from '@assay/faults/clean-text';
import { z } from 'zod';
import { defineProvider, type ProviderResponse, type ProviderReading } from '../../define.ts';
import { priceAdapters } from '../../price-adapters.ts';
import { malformed, priceReading, shaped, statusFault, unknownEntity, wholeNumber } from '../../readings.ts';
import { coingeckoIds } from './assets.ts';

const prices = z.record(z.string(), z.unknown());
/** The prices of one asset by currency, and their time. */
const entryOf = z.record(z.string(), z.unknown());
const failure = z.object({ status: z.object({ error_code: z.string() }) });

function fault(response: ProviderResponse): ProviderReading | undefined {
  const code = failure.safeParse(response.body).data?.status.error_code;
  if (code === '429') {
    return { kind: 'rate_limited', detail: code };
  }
  return code === undefined ? statusFault(response) : { kind: 'http_error', detail: cleanText(code, 80) };
}

/** CoinGecko: an average over many exchanges, with its time in whole seconds. */
export default defineProvider({
  id: 'coingecko',
  baseUrl: 'https://api.coingecko.com',
  // An average of tickers of the exchanges that it tracks. It lists them for each coin, and its lists change daily, so no
  // list of parts is declared.
  statement: {
    kind: 'aggregator',
    statedAt: { url: 'https://www.coingecko.com/en/methodology', readOn: '2026-11-27' },
  },
  budget: {
    requests: 30,
    perMs: 60_000,
    documentedAt: 'https://docs.coingecko.com/reference/common-errors-rate-limit',
  },
  adapters: priceAdapters({
    quotes: ['USD', 'EUR', 'GBP', 'BTC', 'ETH'],
    costMicros: 400n,
    request: ({ base, quote }, key) => {
      const id = coingeckoIds[base];
      return id === undefined
        ? undefined
        : {
            path: `/api/v3/simple/price?ids=${id}&vs_currencies=${quote.toLowerCase()}&include_last_updated_at=true&precision=full`,
            ...(key === undefined ? {} : { headers: { 'x-cg-demo-api-key': key } }),
          };
    },
    read: (response, pair, params) =>
      fault(response) ??
      shaped(prices, response.body, (body) => {
        // The answer omits, without an error, an id that is not listed or has no price in the currency.
        const entry = entryOf.safeParse(body[coingeckoIds[pair.base] ?? '']).data;
        const [price, seconds] = [entry?.[pair.quote.toLowerCase()], entry?.['last_updated_at']];
        if (typeof price !== 'string') {
          return price === undefined || price === null ? unknownEntity : malformed('no valid price');
        }
        const at = typeof seconds === 'string' ? wholeNumber(seconds) : undefined;
        return priceReading(params, pair, price, at === undefined ? undefined : at * 1_000);
      }),
  }),
});
