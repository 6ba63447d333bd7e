import { cleanText } from '@assay/faults/clean-text';
import { z } from 'zod';
import { defineProvider, type ProviderResponse, type ProviderReading } from '../../define.ts';
import { priceAdapters } from '../../price-adapters.ts';
import { malformed, priceReading, shaped, statusFault, unknownEntity, wholeNumber } from '../../readings.ts';
import { coingeckoIds } from './assets.ts';

const prices = z.record(z.string(), z.unknown());
/** The prices of one asset by currency, and the time of the prices. */
const entryOf = z.record(z.string(), z.unknown());
const failure = z.object({ status: z.object({ error_code: z.string() }) });

const minuteMs = 60_000;
const limitsPage = 'https://docs.coingecko.com/docs/errors-and-rate-limits';

/**
 * Reasons for refusing a key, by CoinGecko's error code: https://docs.coingecko.com/docs/errors-and-rate-limits, read
 * 2026-11-27.
 */
const refusals: Readonly<Record<string, string>> = {
  '10002': '10002: no key arrived',
  '10005': '10005: the plan does not include this',
  '10010': '10010: the key is one of a paid plan, and this is the host of the demo plan',
  '10011': '10011: the key is one of the demo plan, and this is the host of the paid plans',
};

function fault(response: ProviderResponse): ProviderReading | undefined {
  const code = failure.safeParse(response.body).data?.status.error_code;
  if (code === '429') {
    return { kind: 'rate_limited', detail: code };
  }
  const refusal = refusals[code ?? ''];
  if (refusal !== undefined) {
    return { kind: 'access_denied', detail: refusal };
  }
  return code === undefined ? statusFault(response) : { kind: 'http_error', detail: cleanText(code, 80) };
}

/** CoinGecko: an average over many exchanges, with its time in whole seconds. */
export default defineProvider({
  id: 'coingecko',
  baseUrl: 'https://api.coingecko.com',
  // CoinGecko averages the tickers of the exchanges that it tracks. Its list of exchanges differs by coin and changes
  // daily, so this statement declares no parts.
  statement: {
    kind: 'aggregator',
    statedAt: { url: 'https://www.coingecko.com/en/methodology', readOn: '2026-11-27' },
  },
  // Without a key, all callers from one IP address share a limit that CoinGecko does not publish. Callers report that
  // it is 5 to 15 requests a minute. An edge cache refreshes prices every 60 seconds, or every 20 seconds on paid
  // plans: https://docs.coingecko.com/changelog/improved-update-frequency-for-selected-pro-api-endpoints, read
  // 2026-11-27.
  budget: { requests: 10, perMs: minuteMs, documentedAt: limitsPage },
  renewedEveryMs: minuteMs,
  plans: [
    {
      name: 'demo',
      baseUrl: 'https://api.coingecko.com',
      key: {
        required: true,
        headers: (key) => ({ 'x-cg-demo-api-key': key }),
        statedAt: { url: 'https://docs.coingecko.com/demo/reference/authentication', readOn: '2026-11-27' },
        obtainedAt: 'https://www.coingecko.com/en/developers/dashboard',
      },
      // This documentation page says 100 requests a minute, but other pages of 2026 still say 30. The lower limit
      // applies here.
      budget: { requests: 30, perMs: minuteMs, documentedAt: limitsPage },
      renewedEveryMs: minuteMs,
    },
    {
      name: 'paid',
      baseUrl: 'https://pro-api.coingecko.com',
      key: {
        required: true,
        headers: (key) => ({ 'x-cg-pro-api-key': key }),
        statedAt: { url: 'https://docs.coingecko.com/docs/setting-up-your-api-key', readOn: '2026-11-27' },
        obtainedAt: 'https://www.coingecko.com/en/api/pricing',
      },
      // The limit of the smallest paid plan: https://apis.io/rate-limits/coingecko/coingecko-rate-limits/, read
      // 2026-11-27.
      budget: { requests: 250, perMs: minuteMs, documentedAt: limitsPage },
      renewedEveryMs: 20_000,
    },
  ],
  adapters: priceAdapters({
    quotes: ['USD', 'EUR', 'GBP', 'BTC', 'ETH'],
    costMicros: 400n,
    request: ({ base, quote }) => {
      const id = coingeckoIds[base];
      return id === undefined
        ? undefined
        : {
            path: `/api/v3/simple/price?ids=${id}&vs_currencies=${quote.toLowerCase()}&include_last_updated_at=true&precision=full`,
          };
    },
    read: (response, pair, params) =>
      fault(response) ??
      shaped(prices, response.body, (body) => {
        // For an id that is not listed or has no price in the currency, CoinGecko returns no error and omits the id.
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
