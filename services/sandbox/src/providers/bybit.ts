import { trimmed, withMaxDecimals } from '../market/decimals.ts';
import { perpetualSymbols } from '../market/funding.ts';
import { htmlPage, json, type MockEndpoint, type MockResponse } from '../mock-endpoint.ts';
import { booksOf, dayStats, tradeNumber, type ExchangeBook } from './exchange-books.ts';
import type { ProviderContext } from './provider-context.ts';

/** Coins whose contracts count in units of a thousand coins, each with the name of its contract. */
export const thousandNames: Readonly<Record<string, string>> = { BONK: '1000BONK', PEPE: '1000PEPE', SHIB: 'SHIB1000' };

/**
 * Mocks Bybit: the last spot trade, spot and linear tickers, and the list of contracts. Its errors have HTTP status
 * 200.
 */
export function bybit(context: ProviderContext): MockEndpoint {
  const books = booksOf('bybit', (base, quote) => `${base}${quote}`);
  const perpetuals = new Map(perpetualSymbols.map((symbol) => [`${thousandNames[symbol] ?? symbol}USDT`, symbol]));
  return {
    name: 'bybit',
    respond: ({ path, query, nowMs }) => {
      if (path === '/v5/market/recent-trade' && query.get('category') === 'spot') {
        const symbol = query.get('symbol') ?? '';
        return recentTrade(context, symbol, books.get(symbol), nowMs);
      }
      if (path === '/v5/market/instruments-info') {
        const name = query.get('symbol') ?? '';
        const symbol = perpetuals.get(name);
        const baseCoin = name.replace(/USDT$/, '');
        const list = symbol === undefined ? [] : [{ symbol: name, contractType: 'LinearPerpetual', baseCoin }];
        return json(200, {
          retCode: 0,
          retMsg: 'OK',
          result: { category: 'linear', list },
          retExtInfo: {},
          time: nowMs,
        });
      }
      if (path !== '/v5/market/tickers') {
        return json(404, {});
      }
      const category = query.get('category');
      const symbol = query.get('symbol') ?? '';
      if (category === 'spot') {
        return spot(context, symbol, books.get(symbol), nowMs);
      }
      return category === 'linear'
        ? linear(context, symbol, perpetuals.get(symbol), nowMs)
        : failure(10_001, 'params error: Category is invalid', nowMs);
    },
    accessDenied: () => htmlPage(403, 'The request could not be satisfied'),
    rateLimited: ({ nowMs }) => failure(10_006, 'Too many visits!', nowMs),
    serverError: () => ({ status: 500, body: '', contentType: 'text/html' }),
  };
}

function recentTrade(
  context: ProviderContext,
  symbol: string,
  book: ExchangeBook | undefined,
  nowMs: number,
): MockResponse {
  const ticker = book && context.market.at('bybit', book.base, book.quote, nowMs);
  if (ticker === undefined) {
    return failure(10_001, 'Not supported symbols', nowMs);
  }
  const row = {
    execId: String(tradeNumber(ticker.atMs)),
    symbol,
    price: trimmed(ticker.price),
    size: ticker.size,
    side: 'Buy',
    time: String(ticker.atMs),
    isBlockTrade: false,
    isRPITrade: false,
  };
  return success('spot', row, nowMs);
}

function spot(context: ProviderContext, symbol: string, book: ExchangeBook | undefined, nowMs: number): MockResponse {
  const ticker = book && context.market.at('bybit', book.base, book.quote, nowMs);
  if (book === undefined || ticker === undefined) {
    return failure(10_001, 'Not supported symbols', nowMs);
  }
  const day = dayStats(context, book, ticker);
  const row = {
    symbol,
    bid1Price: trimmed(ticker.bid),
    bid1Size: '2',
    ask1Price: trimmed(ticker.ask),
    ask1Size: '1.862172',
    lastPrice: trimmed(ticker.price),
    prevPrice24h: trimmed(day.open),
    price24hPcnt: (Number(day.changePercent) / 100).toFixed(4),
    highPrice24h: trimmed(day.high),
    lowPrice24h: trimmed(day.low),
    turnover24h: (Number(day.volume) * Number(day.average)).toFixed(8),
    volume24h: day.volume,
    usdIndexPrice: Math.exp(context.market.latent.log(book.base, nowMs)).toFixed(8),
  };
  return success('spot', row, nowMs);
}

function linear(context: ProviderContext, name: string, symbol: string | undefined, nowMs: number): MockResponse {
  const funding = symbol === undefined ? undefined : context.funding('bybit', symbol, nowMs);
  if (symbol === undefined || funding === undefined) {
    return failure(10_001, 'Not supported symbols', nowMs);
  }
  const unit = thousandNames[symbol] === undefined ? 1 : 1_000;
  const index = Math.exp(context.market.latent.log(symbol, nowMs)) * unit;
  const last = index * (1 + funding.rate / 10);
  const row = {
    symbol: name,
    lastPrice: withMaxDecimals(last, 8),
    bid1Price: withMaxDecimals(last * 0.99999, 8),
    ask1Price: withMaxDecimals(last * 1.00001, 8),
    indexPrice: withMaxDecimals(index, 8),
    markPrice: withMaxDecimals(index * (1 + funding.rate / 20), 8),
    fundingRate: withMaxDecimals(funding.rate, 8),
    nextFundingTime: String(funding.nextAtMs),
    predictedDeliveryPrice: '',
    deliveryTime: '0',
    curPreListingPhase: '',
    fundingIntervalHour: String(funding.intervalHours),
    fundingCap: '0.005',
  };
  return success('linear', row, nowMs);
}

function success(category: string, row: object, nowMs: number): MockResponse {
  return json(200, { retCode: 0, retMsg: 'OK', result: { category, list: [row] }, retExtInfo: {}, time: nowMs });
}

function failure(retCode: number, retMsg: string, nowMs: number): MockResponse {
  return json(200, { retCode, retMsg, result: {}, retExtInfo: {}, time: nowMs });
}
