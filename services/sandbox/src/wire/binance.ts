import { padded } from '../market/decimals.ts';
import { perpetualSymbols } from '../market/funding.ts';
import { json, type Room, type RoomAnswer } from '../rooms.ts';
import { booksOf, dayStats, tradeNumber, type Book, type World } from './world.ts';

const unknownSymbol = json(400, { code: -1121, msg: 'Invalid symbol.' });
const dayMs = 86_400_000;

/** Contracts whose unit is a thousand coins. */
const perThousand = ['BONK', 'PEPE', 'SHIB'];

/** Binance's public REST interfaces: spot tickers, and the premium index of its futures host. */
export function binance(world: World): Room {
  const books = booksOf('binance', (base, quote) => `${base}${quote}`);
  const perpetuals = new Map(
    perpetualSymbols.map((symbol) => [`${perThousand.includes(symbol) ? '1000' : ''}${symbol}USDT`, symbol]),
  );
  return {
    name: 'binance',
    answer: ({ path, query, nowMs }) => {
      const symbol = query.get('symbol') ?? '';
      switch (path) {
        case '/api/v3/ticker/24hr':
          return ticker(world, symbol, books.get(symbol), nowMs);
        case '/api/v3/ticker/price': {
          const book = books.get(symbol);
          const quote = book && world.market.at('binance', book.base, book.quote, nowMs);
          return quote === undefined ? unknownSymbol : json(200, { symbol, price: padded(quote.price, 8) });
        }
        case '/fapi/v1/premiumIndex':
          return premiumIndex(world, symbol, perpetuals.get(symbol), nowMs);
        default:
          return json(404, { code: -5000, msg: `Path ${path}, Method GET is invalid` });
      }
    },
    rateLimited: () => json(429, { code: -1003, msg: 'Too much request weight used; please use the websocket API.' }),
    failed: () => json(500, { code: -1000, msg: 'An unknown error occurred while processing the request.' }),
  };
}

function ticker(world: World, symbol: string, book: Book | undefined, nowMs: number): RoomAnswer {
  const quote = book && world.market.at('binance', book.base, book.quote, nowMs);
  if (book === undefined || quote === undefined) {
    return unknownSymbol;
  }
  const day = dayStats(world, book, quote);
  const eight = (price: string): string => padded(price, 8);
  return json(200, {
    symbol,
    priceChange: (Number(quote.price) - Number(day.open)).toFixed(8),
    priceChangePercent: day.changePercent,
    weightedAvgPrice: eight(day.average),
    prevClosePrice: eight(day.open),
    lastPrice: eight(quote.price),
    lastQty: '0.00335000',
    bidPrice: eight(quote.bid),
    bidQty: '0.09810000',
    askPrice: eight(quote.ask),
    askQty: '8.52891000',
    openPrice: eight(day.open),
    highPrice: eight(day.high),
    lowPrice: eight(day.low),
    volume: day.volume,
    quoteVolume: (Number(day.volume) * Number(day.average)).toFixed(8),
    openTime: quote.atMs - dayMs,
    closeTime: quote.atMs,
    firstId: tradeNumber(quote.atMs - dayMs),
    lastId: tradeNumber(quote.atMs),
    count: tradeNumber(quote.atMs) - tradeNumber(quote.atMs - dayMs) + 1,
  });
}

function premiumIndex(world: World, name: string, symbol: string | undefined, nowMs: number): RoomAnswer {
  const funding = symbol === undefined ? undefined : world.funding('binance', symbol, nowMs);
  if (symbol === undefined || funding === undefined) {
    return unknownSymbol;
  }
  const unit = perThousand.includes(symbol) ? 1_000 : 1;
  const index = Math.exp(world.market.latent.log(symbol, nowMs)) * unit;
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
