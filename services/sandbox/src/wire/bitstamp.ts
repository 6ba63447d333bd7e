import { json, page, type Room } from '../rooms.ts';
import { booksOf, dayStats, short, type World } from './world.ts';

const tickerPath = /^\/api\/v2\/ticker\/([a-z0-9]+)\/?$/;

/** Bitstamp's public REST interface: tickers, whose time is in whole seconds and in text. */
export function bitstamp(world: World): Room {
  const books = booksOf('bitstamp', (base, quote) => `${base}${quote}`.toLowerCase());
  return {
    name: 'bitstamp',
    answer: ({ path, nowMs }) => {
      const book = books.get(tickerPath.exec(path)?.[1] ?? '');
      const quote = book && world.market.at('bitstamp', book.base, book.quote, nowMs);
      if (book === undefined || quote === undefined) {
        return page(404, 'Page not found');
      }
      const day = dayStats(world, book, quote);
      return json(200, {
        timestamp: String(Math.floor(quote.atMs / 1_000)),
        open: short(day.open),
        high: short(day.high),
        low: short(day.low),
        last: short(quote.price),
        volume: day.volume,
        vwap: short(day.average),
        bid: short(quote.bid),
        ask: short(quote.ask),
        side: '0',
        open_24: short(day.open),
        percent_change_24: day.changePercent,
        pair: `${book.base}/${book.quote}`,
      });
    },
    rateLimited: () =>
      json(400, {
        status: 'error',
        reason: 'Request rejected due to exceeded rate limit.',
        response_code: '400.002',
      }),
    failed: () => page(500, 'Internal Server Error'),
  };
}
