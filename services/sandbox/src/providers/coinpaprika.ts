import { tradedAssets } from '../market/assets.ts';
import { json, type MockEndpoint } from '../mock-endpoint.ts';
import { dayStats } from './exchange-books.ts';
import type { ProviderContext } from './provider-context.ts';

const tickerPath = /^\/v1\/tickers\/([a-z0-9-]+)$/;

/** Mocks CoinPaprika's tickers. Prices in them are JSON numbers. */
export function coinpaprika(context: ProviderContext): MockEndpoint {
  const assets = new Map(
    tradedAssets.flatMap((asset) => (asset.coinpaprika === undefined ? [] : [[asset.coinpaprika, asset] as const])),
  );
  return {
    name: 'coinpaprika',
    respond: ({ path, nowMs }) => {
      const id = tickerPath.exec(path)?.[1] ?? '';
      const asset = assets.get(id);
      const ticker = asset && context.market.at('coinpaprika', asset.symbol, 'USD', nowMs);
      if (asset === undefined || ticker === undefined) {
        return json(404, { error: 'id not found' });
      }
      const day = dayStats(context, { base: asset.symbol, quote: 'USD' }, ticker);
      const change = Number(day.changePercent);
      const head = {
        id,
        name: asset.name,
        symbol: asset.symbol,
        rank: [...assets.keys()].indexOf(id) + 1,
        total_supply: 20_093_703,
        max_supply: 21_000_000,
        beta_value: 1.03058,
        first_data_at: '2010-07-17T00:00:00Z',
        last_updated: `${new Date(ticker.atMs).toISOString().slice(0, 19)}Z`,
      };
      const quoteFields = {
        volume_24h: 20_475_465_924.682415,
        volume_24h_change_24h: 62.36000061035156,
        market_cap: Math.round(Number(ticker.price) * head.total_supply),
        percent_change_1h: change / 24,
        percent_change_24h: change,
        percent_change_7d: change * 2,
      };
      // The mock inserts the price as text, because a price has more digits than a JavaScript number can hold.
      const usd = `{"price":${ticker.price},${JSON.stringify(quoteFields).slice(1)}`;
      return { status: 200, body: `${JSON.stringify(head).slice(0, -1)},"quotes":{"USD":${usd}}}` };
    },
    accessDenied: () => json(403, { error: 'invalid api key' }),
    rateLimited: () => json(429, { error: 'too many requests' }),
    serverError: () => json(500, { error: 'internal server error' }),
  };
}
