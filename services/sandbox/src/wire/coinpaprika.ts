import { tradedAssets } from '../market/assets.ts';
import { json, type Room } from '../rooms.ts';
import { dayStats, type World } from './world.ts';

const tickerPath = /^\/v1\/tickers\/([a-z0-9-]+)$/;

/** CoinPaprika's tickers, whose prices are bare numbers. */
export function coinpaprika(world: World): Room {
  const assets = new Map(
    tradedAssets.flatMap((asset) => (asset.coinpaprika === undefined ? [] : [[asset.coinpaprika, asset] as const])),
  );
  return {
    name: 'coinpaprika',
    answer: ({ path, nowMs }) => {
      const id = tickerPath.exec(path)?.[1] ?? '';
      const asset = assets.get(id);
      const quote = asset && world.market.at('coinpaprika', asset.symbol, 'USD', nowMs);
      if (asset === undefined || quote === undefined) {
        return json(404, { error: 'id not found' });
      }
      const day = dayStats(world, { base: asset.symbol, quote: 'USD' }, quote);
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
        last_updated: `${new Date(quote.atMs).toISOString().slice(0, 19)}Z`,
      };
      const rest = {
        volume_24h: 20_475_465_924.682415,
        volume_24h_change_24h: 62.36000061035156,
        market_cap: Math.round(Number(quote.price) * head.total_supply),
        percent_change_1h: change / 24,
        percent_change_24h: change,
        percent_change_7d: change * 2,
      };
      // The price is put in as text, since its digits are what this provider is measured by.
      const usd = `{"price":${quote.price},${JSON.stringify(rest).slice(1)}`;
      return { status: 200, body: `${JSON.stringify(head).slice(0, -1)},"quotes":{"USD":${usd}}}` };
    },
    rateLimited: () => json(429, { error: 'too many requests' }),
    failed: () => json(500, { error: 'internal server error' }),
  };
}
