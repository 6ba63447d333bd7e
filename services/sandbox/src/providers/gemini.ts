import { trimmed } from '../market/decimals.ts';
import { json, type MockEndpoint, type MockRequest } from '../mock-endpoint.ts';
import { booksOf, dayStats, tradeNumber } from './exchange-books.ts';
import type { ProviderContext } from './provider-context.ts';

const tickerPath = /^\/(v1\/pubticker|v1\/trades|v2\/ticker)\/([A-Za-z0-9]+)$/;
const volumeEveryMs = 300_000;

/**
 * Mocks Gemini: the last trade, and both versions of the ticker. The only time in a ticker is the time of the volume.
 */
export function gemini(context: ProviderContext): MockEndpoint {
  const books = booksOf('gemini', (base, quote) => `${base}${quote}`.toLowerCase());
  return {
    name: 'gemini',
    respond: ({ path, nowMs }: MockRequest) => {
      const [, generation, requested = ''] = tickerPath.exec(path) ?? [];
      const book = books.get(requested.toLowerCase());
      const ticker = book && context.market.at('gemini', book.base, book.quote, nowMs);
      if (book === undefined || ticker === undefined) {
        return json(400, {
          result: 'error',
          reason: 'Bad Request',
          message: `Supplied value '${requested.slice(0, 40)}' is not a valid symbol.  Please correct your API request to use one of the supported symbols: [${[...books.keys()].slice(0, 15).join(', ')}]`,
        });
      }
      if (generation === 'v1/trades') {
        const row = {
          timestamp: Math.floor(ticker.atMs / 1_000),
          timestampms: ticker.atMs,
          tid: tradeNumber(ticker.atMs),
        };
        return json(200, [
          { ...row, price: trimmed(ticker.price), amount: '0.27413495', exchange: 'gemini', type: 'buy' },
        ]);
      }
      const day = dayStats(context, book, ticker);
      const sides = { bid: trimmed(ticker.bid), ask: trimmed(ticker.ask) };
      if (generation === 'v2/ticker') {
        const changes = Array.from({ length: 24 }, (_, hour) =>
          hour % 2 === 0 ? trimmed(day.average) : trimmed(day.open),
        );
        const range = { open: trimmed(day.open), high: trimmed(day.high), low: trimmed(day.low) };
        return json(200, {
          symbol: requested.toUpperCase(),
          ...range,
          close: trimmed(ticker.price),
          changes,
          ...sides,
        });
      }
      const volume = {
        [book.base]: day.volume,
        [book.quote]: (Number(day.volume) * Number(day.average)).toFixed(20),
        timestamp: Math.floor(nowMs / volumeEveryMs) * volumeEveryMs,
      };
      return json(200, { ...sides, last: trimmed(ticker.price), volume });
    },
    rateLimited: () =>
      json(429, { result: 'error', reason: 'RateLimitExceeded', message: 'Requests were made too frequently' }),
    serverError: () => json(500, { result: 'error', reason: 'System', message: 'A system error occurred' }),
  };
}
