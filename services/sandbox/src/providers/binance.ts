import { padded } from '../market/decimals.ts';
import { perpetualSymbols } from '../market/funding.ts';
import { json, type MockEndpoint, type MockResponse } from '../mock-endpoint.ts';
import { booksOf, dayStats, tradeNumber, type ExchangeBook } from './exchange-books.ts';
import type { ProviderContext } from './provider-context.ts';

const unknownSymbol = json(400, { code: -1121, msg: 'Invalid symbol.' });
const dayMs = 86_400_000;

/** Symbols of coins whose contracts count in units of a thousand coins. */
export const thousandCoins: readonly string[] = ['BONK', 'PEPE', 'SHIB'];

/** Mocks Binance: spot trades and tickers, and the premium index and settlements of futures. */
export function binance(context: ProviderContext): MockEndpoint {
  const books = booksOf('binance', (base, quote) => `${base}${quote}`);
  const perpetuals = new Map(
    perpetualSymbols.map((symbol) => [`${thousandCoins.includes(symbol) ? '1000' : ''}${symbol}USDT`, symbol]),
  );
  return {
    name: 'binance',
    respond: ({ path, query, nowMs }) => {
      const symbol = query.get('symbol') ?? '';
      switch (path) {
        case '/api/v3/ticker/24hr':
          return tickerResponse(context, symbol, books.get(symbol), nowMs);
        case '/api/v3/ticker/price': {
          const book = books.get(symbol);
          const ticker = book && context.market.at('binance', book.base, book.quote, nowMs);
          return ticker === undefined ? unknownSymbol : json(200, { symbol, price: padded(ticker.price, 8) });
        }
        case '/api/v3/aggTrades':
          return lastTrade(context, books.get(symbol), nowMs);
        case '/fapi/v1/fundingRate':
          return settlements(context, symbol, perpetuals.get(symbol), nowMs);
        case '/fapi/v1/premiumIndex':
          return premiumIndex(context, symbol, perpetuals.get(symbol), nowMs);
        default:
          return json(404, { code: -5000, msg: `Path ${path}, Method GET is invalid` });
      }
    },
    accessDenied: () => json(451, { code: 0, msg: 'Service unavailable from a restricted location.' }),
    rateLimited: () => json(429, { code: -1003, msg: 'Too much request weight used; please use the websocket API.' }),
    serverError: () => json(500, { code: -1000, msg: 'An unknown error occurred while processing the request.' }),
  };
}

function tickerResponse(
  context: ProviderContext,
  symbol: string,
  book: ExchangeBook | undefined,
  nowMs: number,
): MockResponse {
  const ticker = book && context.market.at('binance', book.base, book.quote, nowMs);
  if (book === undefined || ticker === undefined) {
    return unknownSymbol;
  }
  const day = dayStats(context, book, ticker);
  const eight = (price: string): string => padded(price, 8);
  return json(200, {
    symbol,
    priceChange: (Number(ticker.price) - Number(day.open)).toFixed(8),
    priceChangePercent: day.changePercent,
    weightedAvgPrice: eight(day.average),
    prevClosePrice: eight(day.open),
    lastPrice: eight(ticker.price),
    lastQty: padded(ticker.size ?? '', 8),
    bidPrice: eight(ticker.bid),
    bidQty: '0.09810000',
    askPrice: eight(ticker.ask),
    askQty: '8.52891000',
    openPrice: eight(day.open),
    highPrice: eight(day.high),
    lowPrice: eight(day.low),
    volume: day.volume,
    quoteVolume: (Number(day.volume) * Number(day.average)).toFixed(8),
    openTime: ticker.atMs - dayMs,
    closeTime: ticker.atMs,
    firstId: tradeNumber(ticker.atMs - dayMs),
    lastId: tradeNumber(ticker.atMs),
    count: tradeNumber(ticker.atMs) - tradeNumber(ticker.atMs - dayMs) + 1,
  });
}

function lastTrade(context: ProviderContext, book: ExchangeBook | undefined, nowMs: number): MockResponse {
  const ticker = book && context.market.at('binance', book.base, book.quote, nowMs);
  if (ticker === undefined) {
    return unknownSymbol;
  }
  const number = tradeNumber(ticker.atMs);
  const trade = { a: number, p: padded(ticker.price, 8), q: padded(ticker.size ?? '', 8), f: number, l: number };
  return json(200, [{ ...trade, T: ticker.atMs, m: true, M: true }]);
}

/** Returns the last two funding settlements of a contract, the newest last. */
function settlements(context: ProviderContext, name: string, symbol: string | undefined, nowMs: number): MockResponse {
  const funding = symbol === undefined ? undefined : context.funding('binance', symbol, nowMs);
  if (symbol === undefined || funding === undefined) {
    return unknownSymbol;
  }
  const rows = [2, 1].map((periods) => {
    const fundingTime = funding.nextAtMs - periods * funding.intervalHours * 3_600_000;
    const rate = context.funding('binance', symbol, fundingTime - 1)?.rate ?? funding.rate;
    return { symbol: name, fundingTime, fundingRate: rate.toFixed(8), markPrice: '' };
  });
  return json(200, rows);
}

function premiumIndex(context: ProviderContext, name: string, symbol: string | undefined, nowMs: number): MockResponse {
  const funding = symbol === undefined ? undefined : context.funding('binance', symbol, nowMs);
  if (symbol === undefined || funding === undefined) {
    return unknownSymbol;
  }
  const unit = thousandCoins.includes(symbol) ? 1_000 : 1;
  const index = Math.exp(context.market.latent.log(symbol, nowMs)) * unit;
  return json(200, {
    symbol: name,
    markPrice: (index * (1 + funding.rate / 10)).toFixed(8),
    indexPrice: index.toFixed(8),
    estimatedSettlePrice: index.toFixed(8),
    lastFundingRate: funding.rate.toFixed(8),
    interestRate: '0.00010000',
    nextFundingTime: funding.nextAtMs,
    time: Math.floor(nowMs / 1_000) * 1_000,
  });
}
