import { trimmed } from '../market/decimals.ts';
import { json, htmlPage, type MockEndpoint } from '../mock-endpoint.ts';
import { booksOf, dayStats, tradeNumber } from './exchange-books.ts';
import type { ProviderContext } from './provider-context.ts';

const pathPattern = /^\/api\/v2\/(ticker|transactions)\/([a-z0-9]+)\/?$/;

/**
 * Mocks Bitstamp: tickers, and the last trade. A ticker shows the time of the response. A trade shows its own time in
 * whole seconds.
 */
export function bitstamp(context: ProviderContext): MockEndpoint {
  const books = booksOf('bitstamp', (base, quote) => `${base}${quote}`.toLowerCase());
  return {
    name: 'bitstamp',
    respond: ({ path, nowMs }) => {
      const [, resource, name = ''] = pathPattern.exec(path) ?? [];
      const book = books.get(name);
      const ticker = book && context.market.at('bitstamp', book.base, book.quote, nowMs);
      if (book === undefined || ticker === undefined) {
        return htmlPage(404, 'Page not found');
      }
      if (resource === 'transactions') {
        const { atMs, price, size } = ticker;
        const [date, tid] = [Math.floor(atMs / 1_000), tradeNumber(atMs)].map(String);
        return json(200, [{ amount: size, date, price: trimmed(price), tid, type: '0' }]);
      }
      const day = dayStats(context, book, ticker);
      return json(200, {
        timestamp: String(Math.floor(nowMs / 1_000)),
        open: trimmed(day.open),
        high: trimmed(day.high),
        low: trimmed(day.low),
        last: trimmed(ticker.price),
        volume: day.volume,
        vwap: trimmed(day.average),
        bid: trimmed(ticker.bid),
        ask: trimmed(ticker.ask),
        side: '0',
        open_24: trimmed(day.open),
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
    serverError: () => htmlPage(500, 'Internal Server Error'),
  };
}
