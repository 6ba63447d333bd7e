import { tradedAssets } from '../market/assets.ts';
import { trimmed } from '../market/decimals.ts';
import { json, type MockEndpoint } from '../mock-endpoint.ts';
import { dayStats } from './exchange-books.ts';
import type { ProviderContext } from './provider-context.ts';

/** Mocks Jupiter: prices by the address of the mint. The response omits unknown mints. */
export function jupiter(context: ProviderContext): MockEndpoint {
  const tokens = new Map(
    tradedAssets.flatMap((asset) => (asset.mint === undefined ? [] : [[asset.mint, asset] as const])),
  );
  return {
    name: 'jupiter',
    respond: ({ path, query, nowMs }) => {
      if (path !== '/price/v3') {
        return json(404, { code: 404, message: 'Not Found' });
      }
      const entries = (query.get('ids') ?? '').split(',').flatMap((mint) => {
        const token = tokens.get(mint);
        const ticker = token && context.market.at('jupiter', token.symbol, 'USD', nowMs);
        if (token === undefined || ticker === undefined) {
          return [];
        }
        const priceFields = {
          blockId: context.slotBefore(Math.max(0, nowMs - ticker.atMs)),
          decimals: token.decimals,
          priceChange24h: Number(dayStats(context, { base: token.symbol, quote: 'USD' }, ticker).changePercent),
        };
        return [`"${mint}":{"usdPrice":${trimmed(ticker.price)},${JSON.stringify(priceFields).slice(1)}`];
      });
      return { status: 200, body: `{${entries.join()}}` };
    },
    accessDenied: () => json(401, { code: 401, message: 'Unauthorized' }),
    rateLimited: () => json(429, { code: 429, message: 'Too many requests' }),
    serverError: () => json(500, { code: 500, message: 'Internal server error' }),
  };
}
