import { perpetualSymbols } from '../market/funding.ts';
import { json, type Room, type RoomAnswer } from '../rooms.ts';
import { booksOf, dayStats, decimalsAtMost, short, type Book, type World } from './world.ts';

/** Contracts whose unit is a thousand coins, by the name they have here. */
const perThousand: Readonly<Record<string, string>> = { BONK: '1000BONK', PEPE: '1000PEPE', SHIB: 'SHIB1000' };

/** Bybit's market tickers, spot and linear, whose errors come with HTTP 200. */
export function bybit(world: World): Room {
  const books = booksOf('bybit', (base, quote) => `${base}${quote}`);
  const perpetuals = new Map(perpetualSymbols.map((symbol) => [`${perThousand[symbol] ?? symbol}USDT`, symbol]));
  return {
    name: 'bybit',
    answer: ({ path, query, nowMs }) => {
      if (path !== '/v5/market/tickers') {
        return json(404, {});
      }
      const category = query.get('category');
      const symbol = query.get('symbol') ?? '';
      if (category === 'spot') {
        return spot(world, symbol, books.get(symbol), nowMs);
      }
      return category === 'linear'
        ? linear(world, symbol, perpetuals.get(symbol), nowMs)
        : failure(10_001, 'params error: Category is invalid', nowMs);
    },
    rateLimited: ({ nowMs }) => failure(10_006, 'Too many visits!', nowMs),
    failed: () => ({ status: 500, body: '', contentType: 'text/html' }),
  };
}

function spot(world: World, symbol: string, book: Book | undefined, nowMs: number): RoomAnswer {
  const quote = book && world.market.at('bybit', book.base, book.quote, nowMs);
  if (book === undefined || quote === undefined) {
    return failure(10_001, 'Not supported symbols', nowMs);
  }
  const day = dayStats(world, book, quote);
  const row = {
    symbol,
    bid1Price: short(quote.bid),
    bid1Size: '2',
    ask1Price: short(quote.ask),
    ask1Size: '1.862172',
    lastPrice: short(quote.price),
    prevPrice24h: short(day.open),
    price24hPcnt: (Number(day.changePercent) / 100).toFixed(4),
    highPrice24h: short(day.high),
    lowPrice24h: short(day.low),
    turnover24h: (Number(day.volume) * Number(day.average)).toFixed(8),
    volume24h: day.volume,
    usdIndexPrice: Math.exp(world.market.latent.log(book.base, nowMs)).toFixed(8),
  };
  return success('spot', row, nowMs);
}

function linear(world: World, name: string, symbol: string | undefined, nowMs: number): RoomAnswer {
  const funding = symbol === undefined ? undefined : world.funding('bybit', symbol, nowMs);
  if (symbol === undefined || funding === undefined) {
    return failure(10_001, 'Not supported symbols', nowMs);
  }
  const unit = perThousand[symbol] === undefined ? 1 : 1_000;
  const index = Math.exp(world.market.latent.log(symbol, nowMs)) * unit;
  const row = {
    symbol: name,
    lastPrice: decimalsAtMost(index * (1 + funding.rate / 10), 8),
    indexPrice: decimalsAtMost(index, 8),
    markPrice: decimalsAtMost(index * (1 + funding.rate / 20), 8),
    fundingRate: decimalsAtMost(funding.rate, 8),
    nextFundingTime: String(funding.nextAtMs),
    predictedDeliveryPrice: '',
    deliveryTime: '0',
    curPreListingPhase: '',
    fundingIntervalHour: String(funding.intervalHours),
    fundingCap: '0.005',
  };
  return success('linear', row, nowMs);
}

function success(category: string, row: object, nowMs: number): RoomAnswer {
  return json(200, { retCode: 0, retMsg: 'OK', result: { category, list: [row] }, retExtInfo: {}, time: nowMs });
}

function failure(retCode: number, retMsg: string, nowMs: number): RoomAnswer {
  return json(200, { retCode, retMsg, result: {}, retExtInfo: {}, time: nowMs });
}
