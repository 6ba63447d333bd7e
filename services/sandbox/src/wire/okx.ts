import { perpetualSymbols } from '../market/funding.ts';
import { json, type Room, type RoomAnswer } from '../rooms.ts';
import { booksOf, dayStats, decimalsAtMost, short, type Book, type World } from './world.ts';

const unknownInstrument = json(200, {
  code: '51001',
  msg: "Instrument ID, Instrument ID code, or Spread ID doesn't exist.",
  data: [],
});

/** OKX's public REST interface: spot tickers and the funding rates of its swaps, all numbers in text. */
export function okx(world: World): Room {
  const books = booksOf('okx', (base, quote) => `${base}-${quote}`);
  const swaps = new Map(perpetualSymbols.map((symbol) => [`${symbol}-USDT-SWAP`, symbol]));
  return {
    name: 'okx',
    answer: ({ path, query, nowMs }) => {
      const instrument = query.get('instId') ?? '';
      switch (path) {
        case '/api/v5/market/ticker':
          return ticker(world, instrument, books.get(instrument), nowMs);
        case '/api/v5/public/funding-rate':
          return fundingRate(world, instrument, swaps.get(instrument), nowMs);
        default:
          return json(404, { code: '404', msg: 'Not Found', data: [] });
      }
    },
    rateLimited: () => json(429, { code: '50011', msg: 'Too Many Requests', data: [] }),
    failed: () => json(500, { code: '50001', msg: 'Service temporarily unavailable. Try again later', data: [] }),
  };
}

function ticker(world: World, instrument: string, book: Book | undefined, nowMs: number): RoomAnswer {
  const quote = book && world.market.at('okx', book.base, book.quote, nowMs);
  if (book === undefined || quote === undefined) {
    return unknownInstrument;
  }
  const day = dayStats(world, book, quote);
  const row = {
    instType: 'SPOT',
    instId: instrument,
    last: short(quote.price),
    lastSz: '0.31226082',
    askPx: short(quote.ask),
    askSz: '5.93754444',
    bidPx: short(quote.bid),
    bidSz: '0.16038',
    open24h: short(day.open),
    high24h: short(day.high),
    low24h: short(day.low),
    volCcy24h: (Number(day.volume) * Number(day.average)).toFixed(8),
    vol24h: day.volume,
    ts: String(quote.atMs),
    sodUtc0: short(day.open),
    sodUtc8: short(day.open),
  };
  return json(200, { code: '0', msg: '', data: [row] });
}

function fundingRate(world: World, instrument: string, symbol: string | undefined, nowMs: number): RoomAnswer {
  const funding = symbol === undefined ? undefined : world.funding('okx', symbol, nowMs);
  if (funding === undefined) {
    return unknownInstrument;
  }
  const intervalMs = funding.intervalHours * 3_600_000;
  const settled = symbol === undefined ? undefined : world.funding('okx', symbol, funding.nextAtMs - intervalMs);
  const row = {
    formulaType: 'noRate',
    fundingRate: decimalsAtMost(funding.rate, 16),
    fundingTime: String(funding.nextAtMs),
    impactValue: '',
    instId: instrument,
    instType: 'SWAP',
    interestRate: '',
    maxFundingRate: '0.00375',
    method: 'current_period',
    minFundingRate: '-0.00375',
    nextFundingRate: '',
    nextFundingTime: String(funding.nextAtMs + intervalMs),
    premium: decimalsAtMost(funding.rate / 2, 16),
    settFundingRate: decimalsAtMost(settled?.rate ?? 0, 16),
    settState: 'settled',
    ts: String(nowMs),
  };
  return json(200, { code: '0', msg: '', data: [row] });
}
