import { padded } from '../market/decimals.ts';
import type { Ticker } from '../market/ticker.ts';
import { json, type MockEndpoint, type MockResponse } from '../mock-endpoint.ts';
import { booksOf, dayStats, tradeNumber } from './exchange-books.ts';
import type { ProviderContext } from './provider-context.ts';

const ownNames: Readonly<Record<string, string>> = { BTC: 'XBT', DOGE: 'XDG' };
/** The long names that Kraken uses for some assets in the key of a pair. */
const longNames: Readonly<Record<string, string>> = {
  XBT: 'XXBT',
  XDG: 'XXDG',
  ETH: 'XETH',
  LTC: 'XLTC',
  XRP: 'XXRP',
  XLM: 'XXLM',
  ETC: 'XETC',
  USD: 'ZUSD',
  EUR: 'ZEUR',
  GBP: 'ZGBP',
};

function own(symbol: string): string {
  return ownNames[symbol] ?? symbol;
}

/**
 * Returns the key of a pair in Kraken's replies. The key consists of the long names when both assets have a long name.
 */
function shownName(base: string, quote: string): string {
  const [longBase, longQuote] = [longNames[own(base)], longNames[own(quote)]];
  return longBase === undefined || longQuote === undefined ? `${own(base)}${own(quote)}` : `${longBase}${longQuote}`;
}

/** Returns a reply with the last trade. The time of the trade is in seconds, with a fraction. */
function trades(name: string, { price, size, atMs }: Ticker): MockResponse {
  const row = `["${padded(price, 5)}","${size}",${(atMs / 1_000).toFixed(7)},"b","l","",${tradeNumber(atMs)}]`;
  return { status: 200, body: `{"error":[],"result":{"${name}":[${row}],"last":"${atMs}000000"}}` };
}

/** Mocks Kraken: trades, tickers and the system status. Its errors have HTTP status 200. */
export function kraken(context: ProviderContext): MockEndpoint {
  // Kraken accepts a pair's short name and the name in its replies.
  const books = new Map([
    ...booksOf('kraken', (base, quote) => `${own(base)}${own(quote)}`),
    ...booksOf('kraken', shownName),
  ]);
  return {
    name: 'kraken',
    respond: ({ path, query, nowMs }) => {
      if (path === '/0/public/SystemStatus') {
        const timestamp = `${new Date(nowMs).toISOString().slice(0, 19)}Z`;
        return json(200, { error: [], result: { status: 'online', timestamp } });
      }
      if (path !== '/0/public/Ticker' && path !== '/0/public/Trades') {
        return json(404, { error: ['EGeneral:Unknown method'] });
      }
      const book = books.get(query.get('pair') ?? '');
      const ticker = book && context.market.at('kraken', book.base, book.quote, nowMs);
      if (book === undefined || ticker === undefined) {
        return json(200, { error: ['EQuery:Unknown asset pair'] });
      }
      if (path === '/0/public/Trades') {
        return trades(shownName(book.base, book.quote), ticker);
      }
      const day = dayStats(context, book, ticker);
      const five = (price: string): string => padded(price, 5);
      const row = {
        a: [five(ticker.ask), '1', '1.000'],
        b: [five(ticker.bid), '1', '1.000'],
        c: [five(ticker.price), ticker.size],
        v: [day.volume, day.volume],
        p: [five(day.average), five(day.average)],
        t: [6_405, 21_103],
        l: [five(day.low), five(day.low)],
        h: [five(day.high), five(day.high)],
        o: five(day.open),
      };
      return json(200, { error: [], result: { [shownName(book.base, book.quote)]: row } });
    },
    rateLimited: () => json(200, { error: ['EGeneral:Too many requests'] }),
    serverError: () => json(500, { error: ['EGeneral:Internal error'] }),
  };
}
