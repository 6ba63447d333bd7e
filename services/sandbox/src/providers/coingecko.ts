import { tradedAssets } from '../market/assets.ts';
import { json, htmlPage, type MockEndpoint } from '../mock-endpoint.ts';
import type { ProviderContext } from './provider-context.ts';

const currencies = ['USD', 'EUR', 'GBP', 'BTC', 'ETH'];
/** Number of decimals of a price when the caller does not request full precision. */
const roundedDigits = 6;

/** Mocks CoinGecko's simple prices. The response silently omits unknown coins and currencies. */
export function coingecko(context: ProviderContext): MockEndpoint {
  const symbols = new Map(
    tradedAssets.flatMap(({ symbol, coingecko: id }) => (id === undefined ? [] : [[id, symbol] as const])),
  );
  return {
    name: 'coingecko',
    respond: ({ path, query, nowMs }) => {
      if (path !== '/api/v3/simple/price') {
        return json(404, { error: 'Incorrect path. Please check https://docs.coingecko.com/' });
      }
      const [ids, requested] = [query.get('ids'), query.get('vs_currencies')];
      if (ids === null || requested === null) {
        return json(422, { error: `Missing parameter ${ids === null ? 'ids' : 'vs_currencies'}` });
      }
      const isFull = query.get('precision') === 'full';
      const isDated = query.get('include_last_updated_at') === 'true';
      const quotes = requested
        .toUpperCase()
        .split(',')
        .filter((each) => currencies.includes(each));
      const body = ids.split(',').flatMap((id) => {
        const base = symbols.get(id);
        const shown = base === undefined ? [] : quotes.flatMap((quote) => entry(base, quote));
        return base === undefined ? [] : [`${JSON.stringify(id)}:{${[...shown, ...updated(base)].join()}}`];
      });
      return { status: 200, body: `{${body.join()}}` };

      // The mock writes the JSON as text, because a price has more digits than a JavaScript number can hold.
      function entry(base: string, quote: string): string[] {
        const price = context.market.at('coingecko', base, quote, nowMs)?.price ?? (base === quote ? '1' : undefined);
        if (price === undefined) {
          return [];
        }
        return [`"${quote.toLowerCase()}":${isFull ? price : String(Number(Number(price).toFixed(roundedDigits)))}`];
      }

      function updated(base: string): string[] {
        const at = context.market.at('coingecko', base, 'USD', nowMs)?.atMs;
        return isDated && at !== undefined ? [`"last_updated_at":${Math.floor(at / 1_000)}`] : [];
      }
    },
    accessDenied: () => json(401, { status: { error_code: 10_002, error_message: 'API Key Missing' } }),
    rateLimited: () =>
      json(429, {
        status: {
          error_code: 429,
          error_message:
            "You've exceeded the Rate Limit. Please visit https://www.coingecko.com/en/api/pricing to subscribe to our API plans for higher rate limits.",
        },
      }),
    serverError: () => htmlPage(500, 'Internal Server Error'),
  };
}
