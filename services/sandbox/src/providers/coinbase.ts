import { trimmed } from '../market/decimals.ts';
import { json, type MockEndpoint } from '../mock-endpoint.ts';
import { booksOf, dayStats, tradeNumber } from './exchange-books.ts';
import type { ProviderContext } from './provider-context.ts';

const tickerPath = /^\/products\/([^/]+)\/ticker$/;

/** Mocks Coinbase Exchange: product tickers. */
export function coinbase(context: ProviderContext): MockEndpoint {
  const books = booksOf('coinbase', (base, quote) => `${base}-${quote}`);
  return {
    name: 'coinbase',
    respond: ({ path, nowMs }) => {
      const book = books.get(tickerPath.exec(path)?.[1] ?? '');
      const ticker = book && context.market.at('coinbase', book.base, book.quote, nowMs);
      if (book === undefined || ticker === undefined) {
        return json(404, { message: 'NotFound' });
      }
      const day = dayStats(context, book, ticker);
      return json(200, {
        ask: trimmed(ticker.ask),
        bid: trimmed(ticker.bid),
        volume: day.volume,
        trade_id: tradeNumber(ticker.atMs),
        price: trimmed(ticker.price),
        size: ticker.size,
        time: new Date(ticker.atMs).toISOString().replace('Z', '000Z'),
        rfq_volume: '7.669923',
      });
    },
    rateLimited: () => json(429, { message: 'Public rate limit exceeded' }),
    serverError: () => json(500, { message: 'Internal server error' }),
  };
}
