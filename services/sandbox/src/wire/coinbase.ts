import { json, type Room } from '../rooms.ts';
import { booksOf, dayStats, short, tradeNumber, type World } from './world.ts';

const tickerPath = /^\/products\/([^/]+)\/ticker$/;

/** Coinbase Exchange's public REST interface: product tickers. */
export function coinbase(world: World): Room {
  const books = booksOf('coinbase', (base, quote) => `${base}-${quote}`);
  return {
    name: 'coinbase',
    answer: ({ path, nowMs }) => {
      const book = books.get(tickerPath.exec(path)?.[1] ?? '');
      const quote = book && world.market.at('coinbase', book.base, book.quote, nowMs);
      if (book === undefined || quote === undefined) {
        return json(404, { message: 'NotFound' });
      }
      const day = dayStats(world, book, quote);
      return json(200, {
        ask: short(quote.ask),
        bid: short(quote.bid),
        volume: day.volume,
        trade_id: tradeNumber(quote.atMs),
        price: short(quote.price),
        size: '0.00730812',
        time: new Date(quote.atMs).toISOString().replace('Z', '000Z'),
        rfq_volume: '7.669923',
      });
    },
    rateLimited: () => json(429, { message: 'Public rate limit exceeded' }),
    failed: () => json(500, { message: 'Internal server error' }),
  };
}
